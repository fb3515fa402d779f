import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { AGENT_DOCUMENTS, x402Manifest } from './agentDocuments.ts'
import { getHealth } from './getHealth.ts'

/** A document of the host, made from the Worker's bindings. */
type Make = (
  env: Readonly<Record<string, unknown>> & { readonly BASE_URL: string },
) => PlainDocument | Promise<PlainDocument>

/** Documents of the host by path, beside the operations of the contract. */
export const HOST_DOCUMENTS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['/health', getHealth],
  ['/api/health', getHealth],
  ['/.well-known/x402', x402Manifest],
  ...AGENT_DOCUMENTS,
])

/** Current paths of documents, by the paths that older clients use. */
export const MOVED: ReadonlyMap<string, string> = new Map([['/.well-known/agent.json', '/.well-known/agent-card.json']])
