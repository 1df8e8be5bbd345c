export const liveCheck = {
  title: "Live check",
  isDirty: "Save first: the check looks at what is stored.",
  check: "Check now",
  checkAgain: "Check again",
  results: (of: string) => `Results of the check of ${of}`,
  remedy: "What to do:",
};
