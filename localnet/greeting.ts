import path from 'node:path'
import type { LocalWorld } from '../client/localnet.ts'

interface Served extends Pick<LocalWorld, 'api' | 'rpc' | 'chainId' | 'contracts' | 'services'> {
  readonly host: string
}

/** The last lines of a start: commands to paste and links to open, then addresses. */
export function greeting({ api, host, rpc, chainId, contracts, services }: Served, manifestFile: string): string {
  return `
  curl ${api}/v1/vault/${contracts['vault']}/report
  curl ${api}/v1/token/${contracts['shareToken']}/metadata
  curl ${api}/v1/explore/vaults

  ${services['chatapp']}/open  open in a browser: link a chat user; the e-mail code is printed below
  ${host}/  list of operations, for agents
  ${host}/openapi.json  OpenAPI document

  API       ${api}
  chain     ${rpc} (chain id ${chainId})
  manifest  ${path.relative(process.cwd(), manifestFile)}: contracts, accounts with published development keys, secrets

  Ctrl-C stops everything. npm start -- --keep continues this world.
`
}
