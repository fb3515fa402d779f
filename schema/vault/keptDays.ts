/** For how many days the hours of a vault are stored. */
export const KEPT_DAYS = 31
