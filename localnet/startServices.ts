import { startSocial } from './social/startSocial.ts'
import { startSvm } from './svm/startSvm.ts'
import { startCreGateway } from './creGateway/startCreGateway.ts'

/** A stand-in for an external service: it speaks the service's protocol on its own loopback port. */
export interface Service {
  readonly url: string
  /** Variables and secrets with which the Workers reach it. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** By the name that the manifest gives each. */
const SERVICES: Readonly<Record<string, () => Promise<Service>>> = {
  creGateway: startCreGateway,
  social: startSocial,
  svm: startSvm,
}

/** Starts them all. */
export async function startServices(): Promise<Omit<Service, 'url'> & { readonly urls: Record<string, string> }> {
  const started = await Promise.all(
    Object.entries(SERVICES).map(async ([name, start]) => ({ name, service: await start() })),
  )
  return {
    urls: Object.fromEntries(started.map(({ name, service }) => [name, service.url])),
    variables: Object.assign({}, ...started.map(({ service }) => service.variables)),
    stop: async () => void (await Promise.all(started.map(({ service }) => service.stop()))),
  }
}
