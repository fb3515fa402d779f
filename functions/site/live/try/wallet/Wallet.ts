/** A wallet's provider for pages (EIP-1193). */
export interface Provider {
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** A wallet to choose. */
export interface Wallet {
  readonly id: string
  readonly name: string
  /** A picture as a data URI. */
  readonly icon?: string | undefined
  /** A note to read before it is chosen. */
  readonly note?: string
  /** It signs without a prompt: an account of a localnet. */
  readonly signsAtOnce?: true
  readonly provider: Provider
}

/** A wallet that has signed in. The token is here alone: nothing stores it. */
export interface Session {
  readonly wallet: Wallet
  readonly address: string
  readonly token: string
  /** Milliseconds. */
  readonly expiresAt: number
  /** Chain of the deployment. */
  readonly chainId: number
}

/** Whether a value is a provider, as far as one can see. */
export const isProvider = (value: unknown): value is Provider =>
  typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'

const REJECTED = 4001

/** An error of a wallet in words. */
export function walletFault(error: unknown): string {
  const { code, message } = typeof error === 'object' && error !== null ? { code: 0, message: '', ...error } : {}
  if (code === REJECTED) return 'You refused it in the wallet.'
  return message ? `The wallet answered: ${String(message).slice(0, 300)}` : 'The wallet did not say why.'
}
