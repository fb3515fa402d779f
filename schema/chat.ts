/** The chat command centre, and reputation from elsewhere. */
export const chat = {}
