export type { ReadActions, SendActions, SendOptions, Sent } from './Actions.ts'
export { type CreatorVaultActions, creatorVaultActions, type CreatorVaultOptions } from './creatorVaultActions.ts'
export { NotSentError, type Refusal, RevertedError, SendError } from './errors.ts'
