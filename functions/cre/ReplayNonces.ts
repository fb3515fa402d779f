import { NonceSet } from '../../shared/durable/NonceSet.ts'

/** Nonces of requests that the workflow runtime signed, whichever route they were sent to. */
export class ReplayNonces extends NonceSet {}
