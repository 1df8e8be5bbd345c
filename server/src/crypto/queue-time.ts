const WINDOW_MS = 100;

/** Tells how long a queue has not been empty, and how long a new job would wait in it. */
export class QueueTime {
  #beganAt = 0;
  #windowBeganAt = 0;
  #doneInWindow = 0;
  #msPerJob = 0;

  /** For the first job that waits. What was measured before stays until there is something newer. */
  begin(now: number): void {
    this.#beganAt = now;
    this.#beginWindow(now);
  }

  /** For every job that is done while others wait. */
  count(): void {
    this.#doneInWindow += 1;
  }

  /** For how long there has always been a job that waited. Asked only while there is one. */
  standingMs(now: number): number {
    return now - this.#beganAt;
  }

  /** 0 as long as nothing was measured. */
  msFor(jobs: number, now: number): number {
    if (now - this.#windowBeganAt >= WINDOW_MS && this.#doneInWindow > 0) this.#endWindow(now);
    return jobs * this.#msPerJob;
  }

  /** Jobs may be done many at a time, with a commit: the mean with the window before evens that out. */
  #endWindow(now: number): void {
    const msPerJob = (now - this.#windowBeganAt) / this.#doneInWindow;
    this.#msPerJob = this.#msPerJob === 0 ? msPerJob : (this.#msPerJob + msPerJob) / 2;
    this.#beginWindow(now);
  }

  #beginWindow(now: number): void {
    this.#windowBeganAt = now;
    this.#doneInWindow = 0;
  }
}
