import type { Tool } from '@modelcontextprotocol/server'
import { boundFamily } from '../../../shared/deployment/askFamily.ts'
import { readWhole } from '../../../shared/text/readBounded.ts'
import { Failure } from '../calls/Failure.ts'
import { SEARCH_URL, TOOLS_URL } from '../protocol/serverInfo.ts'
import type { Search } from '../search/createSearch.ts'

/** Generated documents of the host, which its Worker `site` has. Each method throws Failure where that does not answer. */
export interface Documents {
  /** Reads the text at a path. Returns null if the path has no document. */
  readonly page: (path: string) => Promise<string | null>
  /** The tool that each operation is by itself, by operationId. */
  readonly tools: () => Promise<ReadonlyMap<string, Tool>>
  readonly search: () => Promise<Search>
}

const MAX_BYTES = 1_048_576

/** The documents of an environment; what is made of them is kept as long as the isolate. */
export function createDocuments(env: object, baseUrl: string): Documents {
  const page = async (path: string): Promise<string | null> => {
    const site = boundFamily(env, 'SITE')
    if (!site) throw Failure.ofFamily('site')
    const answer = await site.fetch(new URL(path, baseUrl).href).catch(() => null)
    if (answer?.status === 404) {
      await answer.body?.cancel()
      return null
    }
    if (!answer?.ok) throw Failure.ofFamily('site')
    return new TextDecoder().decode(await readWhole(answer, MAX_BYTES))
  }
  const whole = async (path: string): Promise<string> => {
    const text = await page(path)
    if (text === null) throw Failure.ofFamily('site')
    return text
  }
  // Finished values, not promises: a request must not wait for what another has started.
  let tools: ReadonlyMap<string, Tool> | undefined
  let search: Search | undefined
  return {
    page,
    async tools() {
      if (tools) return tools
      const listed: readonly Tool[] = JSON.parse(await whole(TOOLS_URL))
      return (tools = new Map(listed.map((tool) => [tool.name, tool])))
    },
    async search() {
      if (search) return search
      const { createSearch } = await import('../search/createSearch.ts')
      return (search = createSearch(JSON.parse(await whole(SEARCH_URL))))
    },
  }
}
