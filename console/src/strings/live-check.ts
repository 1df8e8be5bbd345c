export const liveCheck = {
  title: "Live check",
  isDirty: "Save first. The check uses the saved settings.",
  check: "Check now",
  checkAgain: "Check again",
  results: (of: string) => `${of} check results`,
  remedy: "How to fix it:",
};
