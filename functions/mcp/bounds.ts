/** The longest body of a request: arguments, and a picture in base64. */
export const MAX_BODY = 1_048_576

/** Of an answer as a whole: one of a batch has the answers to all its messages. */
export const MAX_ANSWER = 524_288
