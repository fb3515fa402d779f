import { isErrorCode, type ErrorCode } from '../../schema/errors.ts'
import {
  PoolIxsAnswer,
  ProvisionAnswer,
  type PoolIxs,
  type PoolIxsRequest,
  type ProvisionedRoute,
  type ProvisionRequest,
} from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { callProvisioner, type ProvisionerReply } from './callProvisioner.ts'
import { asciiSymbol, type SymbolMode, unicodeSymbol } from '../tokenSymbols.ts'

export interface ProvisionerOptions {
  /** Origins of the provisioners, in order of preference. */
  readonly urls: readonly string[]
  /** The bearer token that they share. */
  readonly token: string
  /** Requests to each provisioner, at most. */
  readonly attempts: number
  readonly delayMs: number
  /** Time limit of one attempt. */
  readonly timeoutMs: number
  readonly symbolMode: SymbolMode
  /** Whether a metadata URI is passed on. */
  readonly metadataUri: boolean
}

/** The bridge-route provisioner as the application sees it. */
export interface ProvisionerClient {
  /** Provisions a route, or finds it. It can be repeated safely. */
  provision(request: ProvisionRequest): Promise<ProvisionedRoute>
  /** The bridge instructions of a vault deposit. */
  poolIxs(request: PoolIxsRequest): Promise<PoolIxs>
}

/**
 * A client for one or several provisioners. It calls each up to `attempts` times while it fails temporarily (no
 * connection, time-out, 408, 425, 429, 5xx, or work on the token in progress), and then the next one; after any other
 * refusal it calls the next one at once. Only Fetch is needed.
 *
 * Its calls throw provisioner_not_configured; the code of the last provisioner that answered, if it concerns the
 * request or the route; otherwise provisioner_timeout, provisioner_failed.
 */
export function createProvisioner(options: ProvisionerOptions): ProvisionerClient {
  async function ask(path: string, body: object): Promise<unknown> {
    if (options.urls.length === 0 || options.token === '') throw new ApiError('provisioner_not_configured')
    let failure: ProvisionerReply | undefined
    for (const url of options.urls) {
      const outcome = await askOne(`${url}${path}`, body)
      if (outcome.kind === 'ok') return outcome.value
      // A provisioner's refusal of the request is more informative than an unreachable provisioner.
      if (failure?.kind !== 'refused' || outcome.kind === 'refused') failure = outcome
    }
    throw errorOf(failure)
  }

  async function askOne(url: string, body: object): Promise<ProvisionerReply> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await callProvisioner(url, body, options)
      if (outcome.kind === 'ok' || !isTransient(outcome) || attempt >= options.attempts) return outcome
      await new Promise((resolve) => setTimeout(resolve, options.delayMs))
    }
  }

  async function provision(request: ProvisionRequest): Promise<ProvisionedRoute> {
    return understand(ProvisionAnswer, await ask('/provision', request)).data
  }

  return {
    async provision({ tokenMetadataUri, ...rest }) {
      const passed = options.metadataUri && tokenMetadataUri !== undefined ? { ...rest, tokenMetadataUri } : rest
      const request = { ...passed, ...symbolsOf(rest, options.symbolMode) }
      const { tokenSymbolFallback: fallback } = request
      try {
        return await provision(request)
      } catch (error) {
        const isLast = fallback === undefined || fallback === request.tokenSymbol
        if (isLast || !(error instanceof ApiError) || error.code !== 'symbol_rejected') throw error
        return provision({ ...request, tokenSymbol: fallback })
      }
    },
    async poolIxs(request) {
      return understand(PoolIxsAnswer, await ask('/pool-ixs', request)).data
    },
  }
}

/** A symbol is sent in the form of the mode; with `auto` the Unicode form first, and the ASCII form as the fallback. */
function symbolsOf(
  { bridgeToken, tokenSymbol, tokenSymbolFallback }: ProvisionRequest,
  mode: SymbolMode,
): Pick<ProvisionRequest, 'tokenSymbol' | 'tokenSymbolFallback'> {
  if (tokenSymbol === undefined) return {}
  const ascii = asciiSymbol(tokenSymbol, bridgeToken)
  if (mode === 'ascii') return { tokenSymbol: ascii }
  return {
    tokenSymbol: unicodeSymbol(tokenSymbol, bridgeToken),
    ...(mode === 'auto' ? { tokenSymbolFallback: tokenSymbolFallback ?? ascii } : {}),
  }
}

const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429])

const isTransient = (outcome: ProvisionerReply): boolean =>
  outcome.kind !== 'refused' ||
  outcome.status >= 500 ||
  PASSING_STATUS.has(outcome.status) ||
  outcome.code === 'route_busy'

/** Codes that concern the request or the route. The others concern the provisioner, and are not passed on. */
const PASSED_ON: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_request',
  'invalid_address',
  'unsupported_option',
  'route_busy',
  'scalar_mismatch',
  'symbol_rejected',
  'provision_timeout',
  'route_unconfirmed',
])

const isPassedOn = (code: string): code is ErrorCode => isErrorCode(code) && PASSED_ON.has(code)

function errorOf(failure: ProvisionerReply | undefined): ApiError {
  if (failure?.kind === 'timeout') return new ApiError('provisioner_timeout')
  if (failure?.kind === 'refused' && isPassedOn(failure.code)) return new ApiError(failure.code, failure.detail)
  return new ApiError('provisioner_failed')
}

/** Throws provisioner_failed for an answer of another shape. */
function understand<T>(schema: { safeParse(value: unknown): { data?: T | undefined } }, value: unknown): T {
  const { data } = schema.safeParse(value)
  if (data === undefined)
    throw new ApiError('provisioner_failed', 'a provisioner returned an answer of an unexpected form')
  return data
}
