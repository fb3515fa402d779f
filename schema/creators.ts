/** Agents that creators run in the messaging network. */
export const creators = {}
