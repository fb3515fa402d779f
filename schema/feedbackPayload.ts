/** Files that feedback refers to. */
export const feedbackPayload = {}
