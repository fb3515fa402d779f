import type { Sample } from '../../../../functions/site/pages/reference/OperationPage.ts'
import { CLIENT_URL } from '../../../client/clientBundle.ts'
import type { Deployment } from '../../../deployments.ts'
import { highlight } from '../highlight.ts'

/** The same first read in each way that one may call. */
export function firstCalls({ chainId }: Deployment, origin: string): readonly Sample[] {
  const url = `${origin}/api/v1/explore/vaults?limit=1`
  return [
    { language: 'curl', note: [], code: highlight(`curl "${url}"`, 'bash') },
    { language: 'typescript', note: [], code: highlight(typescript(chainId, origin), 'typescript') },
    { language: 'python', note: [], code: highlight(python(url), 'python') },
    { language: 'mcp', note: [], code: highlight(mcpConfig(origin), 'json') },
  ]
}

const typescript = (chainId: number, origin: string) => `// npm install ${origin}${CLIENT_URL}
import { createClient, listExploreVaults } from 'creator-vault'

const baseUrl = '${origin}/api'
const network = { chainId: ${chainId}, baseUrl }
const client = createClient({ network })
const data = await listExploreVaults(client, { limit: 1 })
console.log(data.asOf.blockNumber, data.items[0]?.name)`

const python = (url: string) => `import json, urllib.request

url = "${url}"
with urllib.request.urlopen(url) as answer:
    data = json.load(answer)["data"]
print(data["asOf"]["blockNumber"], data["items"][0]["name"])`

const mcpConfig = (origin: string) => `{
  "mcpServers": {
    "creator-vaults": {
      "type": "http",
      "url": "${origin}/mcp"
    }
  }
}`
