/** A stand-in for an external service: it speaks the service's protocol on its own loopback port. */
export interface Service {
  readonly url: string
  /** Variables and secrets with which the Workers reach it. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}
