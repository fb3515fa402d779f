/** The registration file of this service's own agent. */
export const registration = {}
