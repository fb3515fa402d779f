/** The part of the vendor's package that the adapter uses, so that it type-checks where the package is not installed. */
declare module '@privy-io/js-sdk-core' {
  export interface Storage {
    get(key: string): unknown
    put(key: string, value: unknown): void
    del(key: string): void
    getKeys(): string[]
  }
  export class InMemoryCache implements Storage {
    get(key: string): unknown
    put(key: string, value: unknown): void
    del(key: string): void
    getKeys(): string[]
  }
  interface User {
    readonly id: string
    readonly linked_accounts: readonly Readonly<Record<string, unknown>>[]
  }
  /** The launch data, every field decoded once. */
  interface LaunchFields {
    auth_date: number
    hash: string
    user: string
  }
  export default class Client {
    constructor(options: { appId: string; storage: Storage })
    initialize(): Promise<void>
    getAccessToken(): Promise<string | null>
    readonly auth: {
      readonly email: {
        sendCode(email: string): Promise<unknown>
        loginWithCode(email: string, code: string): Promise<unknown>
      }
      readonly telegram: { link(input: { telegramWebAppData: LaunchFields }): Promise<{ user: User }> }
    }
    readonly user: { get(): Promise<{ user: User }> }
  }
}
