/** Agents of creators in one run; the service's own comes besides. */
export const MOST_AGENTS = 10
/** Messages of one agent that one run takes up, and as many that it deals with. */
export const MOST_HANDLED = 20
/** Of an agent with so many messages waiting nothing more is taken up: the network keeps them. */
export const MOST_WAITING = 200
/** Pages of conversations that one run looks through for an agent. */
export const MOST_PAGES = 20
/** Conversations of an agent that may fail in a run; one more, and the agent is left to the next. */
export const MOST_FAILURES = 3

/** What is read again behind a checkpoint, for messages that arrived late. */
export const LOOK_BACK_MS = 120_000
/** Of an inbox, and of a conversation, that was never read, only this much of the past is. */
export const FIRST_LOOK_MS = 86_400_000

/** A run begins nothing after the first, and is over after the second. */
export const TIME = { workMs: 50_000, endMs: 55_000 }
/** Longer than a run takes: it ends the lease itself, unless it was cut off. */
export const LEASE_SECONDS = 90
/** How long the gateway, the chain or a ledger may take to answer. */
export const CALL_MS = 5000

/** After failures in a row a message waits twice as long each time, up to an hour. */
export const RETRY_SECONDS = 60
export const LONGEST_RETRY_SECONDS = 3600
/** Failures after which an answer is given up; a credit is not. */
export const MOST_ATTEMPTS = 12
