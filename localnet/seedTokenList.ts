import type { Address } from 'viem'

interface Api {
  /** Base URL of the API, ending in /api. */
  readonly api: string
  readonly secrets: Readonly<Record<string, string>>
}

/** Puts share tokens on the managed token list as its operator does; those that are on it stay. */
export async function seedTokenList({ api, secrets }: Api, shareTokens: readonly Address[]): Promise<void> {
  for (const shareToken of shareTokens) {
    const response = await fetch(`${api}/token/managed-token-list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets['TOKEN_LIST_KEY']}` },
      body: JSON.stringify({ shareToken }),
    })
    if (!response.ok) throw new Error(`the token list refused ${shareToken}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}
