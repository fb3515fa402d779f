import path from 'node:path'

interface Served {
  readonly api: string
  readonly host: string
  readonly rpc: string
  readonly chainId: number
  readonly contracts: Readonly<Record<string, string>>
  readonly services: Readonly<Record<string, string>>
}

/** What a start prints when everything answers: first what a person pastes or clicks, then where everything is. */
export function greeting({ api, host, rpc, chainId, contracts, services }: Served, manifestFile: string): string {
  return `
  curl ${api}/v1/vault/${contracts['vault']}/report
  curl ${api}/v1/token/${contracts['shareToken']}/metadata
  curl ${api}/v1/explore/vaults

  ${services['chatapp']}/open  in a browser: the chat app's link flow; e-mail codes are printed here
  ${host}/  what agents find first
  ${host}/openapi.json  the document

  API       ${api}
  chain     ${rpc} (chain id ${chainId})
  manifest  ${path.relative(process.cwd(), manifestFile)}: contracts, accounts and their published keys, sockets

  Ctrl-C ends it all; npm start -- --keep continues it.
`
}
