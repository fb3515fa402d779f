import type { Address, Hex } from 'viem'
import * as z from 'zod'
import { identityRegistryEventsAbi } from '../../../shared/domain/agents/identityRegistryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import { readDataUri } from '../../../shared/outside/readDataUri.ts'
import { namedFile } from '../../../shared/store/agentFiles.ts'
import { parseJson } from '../../../shared/text/json.ts'
import type { Store } from '../store/createStore.ts'

/** Events of one batch, and batches of one run; the next run continues. */
const [BATCH, BATCHES] = [50, 20]
/** The longest file that is read, and the characters of an event that hold it in base64. */
const MOST_BYTES = 16_384
const DATA_CHARACTERS = 2 + 2 * (3 * 32 + 4 * Math.ceil(MOST_BYTES / 3) + 256)

const Named = z.object({ name: z.string() })

/**
 * Keeps the names of agents whose registration file is within their URI, up to where the identity registry is indexed:
 * bounded, incremental, and safe when run twice at once. Longer files, and those on other hosts, are not read here.
 */
export async function nameAgents(store: Store, chain: number, registry: Address): Promise<void> {
  for (let i = 0; i < BATCHES; i++) {
    const { revision } = await store.logIndex.read(chain)
    const logs = await store.agentFiles.following(chain, registry, BATCH, DATA_CHARACTERS)
    const rows = logs.map(({ blockNumber, logIndex, topic0, topic1, topic2, data }) => ({
      chain,
      blockNumber,
      logIndex,
      agentId: topic1,
      ...namedFile(nameIn({ topics: [topic0, topic1, topic2], data })),
    }))
    if (rows.length === 0 || !(await store.agentFiles.keep(chain, revision, rows)) || rows.length < BATCH) return
  }
}

/** The name in the file that an event holds; null for any other URI, and for a file that cannot be read. */
function nameIn(log: { readonly topics: readonly Hex[]; readonly data: Hex }): string | null {
  const event = decodeEvent(identityRegistryEventsAbi, log)
  const uri =
    event?.eventName === 'Registered' ? event.args.agentURI : event?.eventName === 'URIUpdated' && event.args.newURI
  if (!uri || !/^data:/i.test(uri)) return null
  try {
    return Named.parse(parseJson(readDataUri(uri, MOST_BYTES).bytes)).name
  } catch {
    return null
  }
}
