import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { keccak256 } from 'ethers/crypto'

/** URLs and keys of the stand-ins. */
export interface Delivery {
  readonly evmRpcUrl: string
  readonly svmRpcUrl: string
  readonly bridge: string
  /** Leaves the registration on the EVM side to somebody else. */
  readonly withoutRelay?: boolean
  /** Registers an exponent other than the requested one. */
  readonly exponent?: number
}

const PROGRAMS: Readonly<Record<string, string>> = {
  mainnet: 'HNCne2FkVaNghhjKXapxJzPaBvAKDG1Ge3gqhZyfVWLM',
  'testnet-prod': '7c6mteAcTXaQ1MFBCrnuzoZVTTAEfZwa6wgy4bqX3KXC',
  'testnet-alpha': '6YpL1h2a9u6LuNVi55vAes36xNszt2UDm3Zk1kj4WSBm',
}
/** Selector of `registerRemoteToken(address,bytes32,uint8)`. */
const REGISTER = keccak256(Buffer.from('registerRemoteToken(address,bytes32,uint8)')).slice(0, 10)
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/**
 * Does what both sides of the bridge do for a wrapped token: the mint account on the one, the registration on the other.
 * The tool takes the length of a text in UTF-16 units and the program in bytes; where these differ nothing is made.
 */
export async function deliver(
  { evmRpcUrl, svmRpcUrl, bridge, withoutRelay, exponent }: Delivery,
  options: Readonly<Record<string, string>>,
): Promise<{ cliMint: string; programMint: string; wasThere: boolean }> {
  const [cliMint, programMint] = await Promise.all([
    mintOf(options, (text) => text.length),
    mintOf(options, (text) => Buffer.byteLength(text)),
  ])
  const existing = await ask(svmRpcUrl, 'getAccountInfo', [programMint, { encoding: 'jsonParsed' }])
  const wasThere = existing.result?.value !== null
  if (cliMint !== programMint || wasThere) return { cliMint, programMint, wasThere }

  const extensions = [{ extension: 'metadataPointer', state: { authority: null, metadataAddress: programMint } }]
  const info = { mintAuthority: programMint, freezeAuthority: null, decimals: Number(options['decimals']), extensions }
  const data = { program: 'spl-token-2022', space: 400, parsed: { type: 'mint', info } }
  await ask(svmRpcUrl, 'local_setAccount', [programMint, { owner: TOKEN_2022, lamports: 3_674_880, data }])
  if (withoutRelay !== true) {
    const word = (hex: string) => hex.padStart(64, '0')
    const token = word((options['remote-token'] ?? '').slice(2))
    const mint = Buffer.from(getAddressEncoder().encode(address(programMint))).toString('hex')
    const data = `${REGISTER}${token}${mint}${word((exponent ?? Number(options['scaler-exponent'])).toString(16))}`
    const [relayer] = JSON.parse(JSON.stringify((await ask(evmRpcUrl, 'eth_accounts', [])).result))
    const send = () => ask(evmRpcUrl, 'eth_sendTransactionSync', [{ from: relayer, to: bridge, data }])
    // The relayer's other transactions, of runs at the same time, may take the nonce that it was to have.
    for (let sent = await send(); NONCE_TAKEN.test(sent.error?.message ?? '');) sent = await send()
  }
  return { cliMint, programMint, wasThere }
}

/** Error of a node for a transaction whose nonce is taken. */
const NONCE_TAKEN = /underpriced|nonce too low/

interface Reply {
  readonly result?: { readonly value?: unknown } | null
  readonly error?: { readonly message?: string }
}

async function ask(url: string, method: string, params: unknown[]): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return JSON.parse(await response.text())
}

async function mintOf(options: Readonly<Record<string, string>>, lengthOf: (text: string) => number): Promise<string> {
  const text = (value = '') => {
    const length = Buffer.alloc(8)
    length.writeUInt32LE(lengthOf(value))
    return [length, Buffer.from(value)]
  }
  const hashed = Buffer.concat([
    ...text(options['name']),
    ...text(options['symbol']),
    Buffer.from((options['remote-token'] ?? '').slice(2), 'hex'),
    Uint8Array.of(Number(options['scaler-exponent'])),
  ])
  const seeds = [
    'wrapped_token',
    Uint8Array.of(Number(options['decimals'])),
    Buffer.from(keccak256(hashed).slice(2), 'hex'),
  ]
  const programAddress = address(PROGRAMS[options['deploy-env'] ?? ''] ?? '')
  const [mint] = await getProgramDerivedAddress({ programAddress, seeds })
  return mint
}
