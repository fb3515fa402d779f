import { createParser } from 'eventsource-parser'
import type { LocalAccount } from 'viem'
import * as z from 'zod'
import { type LocalModel, startModel } from '../../../../localnet/model/startModel.ts'
import type { AccountRole } from '../../../../localnet/world/accounts.ts'
import { AGENT_STREAM_EVENTS, type AgentStreamEvents } from '../../../../schema/agents/stream.ts'
import { sha256 } from '../../../../shared/text/bytes.ts'
import { accountOf, bearer, signIn } from '../../../account/support.ts'
import { startLocalnet } from '../../../support/localnet.ts'

const named = <N extends keyof AgentStreamEvents, S extends z.ZodRawShape>(event: N, { shape }: z.ZodObject<S>) =>
  z.strictObject({ event: z.literal(event), data: z.strictObject(shape) })

/** An event as the contract has it, and nothing besides. */
const AgentEvent = z.discriminatedUnion('event', [
  named('open', AGENT_STREAM_EVENTS.open),
  named('meta', AGENT_STREAM_EVENTS.meta),
  named('tool', AGENT_STREAM_EVENTS.tool),
  named('delta', AGENT_STREAM_EVENTS.delta),
  named('done', AGENT_STREAM_EVENTS.done),
  named('error', AGENT_STREAM_EVENTS.error),
  named('close', AGENT_STREAM_EVENTS.close),
])
export type AgentEvent = z.output<typeof AgentEvent>

const method = z.custom<(...given: unknown[]) => Promise<unknown>>((value) => typeof value === 'function')

/** The agents' Worker with a local model, and some of the families that it may read from. */
export async function startStreamNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  const model = await startModel()
  const net = await startLocalnet({
    families: ['account', 'agents', 'gauge', 'vault', 'vetoken'],
    ...options,
    variables: { ...model.variables, ...options.variables },
  })
  const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
    fetch(`${net.api}/agent/stream`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
      ...(signal ? { signal } : {}),
    })
  return {
    ...net,
    model,
    post,
    signedIn: async (who: AccountRole | LocalAccount) =>
      bearer((await signIn(net.api, typeof who === 'string' ? accountOf(net, who) : who)).token),
    /** Opens a stream whose events are read one by one, as they arrive. */
    async open(message: string, headers: Record<string, string>) {
      const hangUp = new AbortController()
      return reading(await post({ message }, headers, hangUp.signal), hangUp)
    },
    /** How many streams somebody has open: as many as there must be allowed so that one more could be. */
    async openStreams(who: AccountRole): Promise<number> {
      const hash = await sha256(`agent stream ${accountOf(net, who).address.toLowerCase()}`)
      const shard = (await net.objects('STREAM_SLOTS')).getByName(hash.slice(0, 2))
      const take = method.parse(Reflect.get(shard, 'take'))
      const release = method.parse(Reflect.get(shard, 'release'))
      for (let most = 1; ; most++) {
        if (Number(await take(hash, 'probe', most, 1)) > 0) continue
        await release(hash, 'probe')
        return most - 1
      }
    },
    async stop() {
      await net.stop()
      await model.stop()
    },
  }
}

export type StreamNet = Awaited<ReturnType<typeof startStreamNet>>

/** Reads a stream as a client does. */
export function reading(response: Response, hangUp = new AbortController()) {
  if (response.status !== 200 || !response.body)
    throw new Error(`${response.status} ${response.headers.get('x-error-code')}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: AgentEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => void waiting.push(AgentEvent.parse({ event, data: JSON.parse(data) })),
    onError: (error) => {
      throw error
    },
  })
  /** The next event; undefined at the end. */
  async function next(): Promise<AgentEvent | undefined> {
    for (;;) {
      const event = waiting.shift()
      if (event) return event
      const { done, value } = await reader.read()
      if (done) return undefined
      parser.feed(value)
    }
  }
  return {
    response,
    next,
    /** All that is left. */
    async rest(): Promise<AgentEvent[]> {
      const events: AgentEvent[] = []
      for (let event = await next(); event; event = await next()) events.push(event)
      return events
    },
    /** As a client that goes away. */
    hangUp: () => hangUp.abort(),
  }
}

/** The data of the events of one name. */
export const dataOf = <N extends keyof AgentStreamEvents>(
  events: readonly AgentEvent[],
  name: N,
): AgentStreamEvents[N][] =>
  events.flatMap((one) => (one.event === name ? [z.custom<AgentStreamEvents[N]>().parse(one.data)] : []))

/** Holds answers of the model: each is handed over once it was requested. */
export function held(model: LocalModel) {
  let hand: (response: Parameters<NonNullable<LocalModel['respond']>>[0]) => void
  const response = new Promise<Parameters<NonNullable<LocalModel['respond']>>[0]>((resolve) => (hand = resolve))
  model.respond = (given) => hand(given)
  return response
}
