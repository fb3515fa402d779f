import { NonceSet } from '../../shared/durable/NonceSet.ts'

/** Nonces of sign-in messages and of signed requests. */
export class Nonces extends NonceSet {}
