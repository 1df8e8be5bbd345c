import { connect, type Socket } from "node:net";
import { readAnswers } from "../fuzz/read-answers.ts";
import type { RawAnswer } from "./raw-http.ts";

/** One HTTP/1.1 connection on which requests are written byte by byte and answers are read in their order. */
export class KeepAliveConnection {
  readonly #socket: Socket;
  readonly #methods: string[] = [];
  #received = Buffer.alloc(0);
  #ended: "open" | "ended" | "reset" = "open";
  #wake = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on("end", () => this.#over("ended"));
    socket.on("error", () => this.#over("reset"));
    socket.on("close", () => this.#over("reset"));
  }

  static async open(port: number): Promise<KeepAliveConnection> {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new KeepAliveConnection(socket);
  }

  /** Resolves when the bytes have left, whether or not anything was answered meanwhile. */
  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => void this.#socket.write(bytes, () => resolve()));
  }

  /** The answer to the next request, by its method; undefined when the connection ended without. */
  async answer(method = "POST"): Promise<RawAnswer | undefined> {
    this.#methods.push(method);
    for (;;) {
      const isOver = this.#ended !== "open";
      const answers = readAnswers(this.#received, this.#methods, isOver);
      if (answers.length === this.#methods.length) return answers.at(-1);
      if (isOver) return undefined;
      await this.#change();
    }
  }

  /** How the server closes it. */
  async closing(): Promise<"ended" | "reset"> {
    for (;;) {
      if (this.#ended !== "open") return this.#ended;
      await this.#change();
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Nothing is read until the returned function is called. */
  holdBack(): () => void {
    this.#socket.pause();
    return () => this.#socket.resume();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #over(how: "ended" | "reset"): void {
    if (this.#ended === "open") this.#ended = how;
    this.#wake();
  }
}
