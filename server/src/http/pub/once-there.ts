/** Makes something of a list once the list has elements: a checkout may build its libraries while the server runs. */
export function onceThere<T, R>(load: () => readonly T[], make: (list: readonly T[]) => R): () => R {
  let made: R | undefined;
  return () => {
    if (made !== undefined) return made;
    const list = load();
    const result = make(list);
    if (list.length > 0) made = result;
    return result;
  };
}
