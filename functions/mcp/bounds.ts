/** The longest body of a request: arguments, and a picture in base64. */
export const MAX_BODY = 1_048_576
