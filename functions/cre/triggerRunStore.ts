import { askShard } from '../../shared/durable/askShard.ts'
import type { Executed, Execution } from './workflowGateway/executeWorkflow.ts'

/** An execution with its input as RFC 8785 text, so that equal content is equal text. */
export type Trigger = Omit<Execution, 'input'> & { readonly input: string }

/** `conflict`: the requestId was used with other content. */
export type TriggerOutcome = Executed | { readonly outcome: 'conflict' }

export interface TriggerRunStore {
  /** Runs an execution, or returns the answer of its first run. Throws store_unavailable. */
  run(trigger: Trigger): Promise<TriggerOutcome>
}

/** The Durable Object `TriggerRuns` answers a TriggerOutcome as JSON. `hash` is the SHA-256 of the requestId. */
export interface TriggerRunsObject extends Rpc.DurableObjectBranded {
  run(hash: string, trigger: Trigger): Promise<string>
}

/** Executions, sharded by the hash of their requestId. */
export const createTriggerRuns = (namespace: DurableObjectNamespace<TriggerRunsObject>): TriggerRunStore => ({
  run: async (trigger) =>
    JSON.parse(await askShard(namespace, trigger.requestId, (shard, hash) => shard.run(hash, trigger))),
})
