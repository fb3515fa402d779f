import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import type { Address } from 'viem'
import { startSvm, type Svm } from '../../localnet/svm/startSvm.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../localnet/world/openChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { readConfig } from '../../provisioner/config.ts'
import { startProvisioner, type Provisioner } from '../../provisioner/startProvisioner.ts'
import type { Step } from '../support/bridgeCli/src/bin.ts'

export const TOKEN = 'a-bearer-token-of-more-than-32-characters'

/** A call of the tool. */
export interface Call {
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly stdinIsOpen: boolean
  readonly at: number
  readonly orphan?: number
}

/** A directory with the bridge's tool, for one provisioner or several. */
export interface CliDir {
  readonly dir: string
  calls(): Promise<Call[]>
  /** Lets so many runs of the step `held` go on. */
  release(runs: number): Promise<void>
}

export interface RunningProvisioner extends Provisioner, CliDir {
  /** Lines that it logged. */
  readonly logged: string[]
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Both chains of a bridge, and provisioners over them. */
export interface Bridge {
  readonly chain: Chain
  readonly rpcUrl: string
  readonly svm: Svm
  readonly bridge: Contract
  /** A new ERC-20 of 18 decimals. */
  deployToken(name?: string, symbol?: string): Promise<Address>
  openCliDir(scenario?: Record<string, unknown> & { steps?: readonly Step[] }): Promise<CliDir>
  start(options?: {
    steps?: readonly Step[]
    scenario?: Record<string, unknown>
    env?: Record<string, string>
    cli?: CliDir
  }): Promise<RunningProvisioner>
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

/** A script that Node need not strip of types first, which takes as long as the run. */
const ENTRY = 'src/bin.mjs'

export async function startBridge(): Promise<Bridge> {
  const [anvil, svm, artifacts] = await Promise.all([startAnvil(), startSvm(), loadArtifacts()])
  const home = await mkdtemp(path.join(tmpdir(), 'provisioner-'))
  const chain = await openChain({ rpcUrl: anvil.url, artifacts })
  const bridge = await chain.deploy('TokenBridge', [addressOf('owner')])
  const running: Provisioner[] = []
  let deploying: Promise<unknown> = Promise.resolve()
  // In one file it starts in a third of the time.
  const tool = path.join(home, 'tool.mjs')
  const entryPoints = [path.join(root, 'test/support/bridgeCli/src/bin.ts')]
  await build({
    entryPoints,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    outfile: tool,
    logLevel: 'error',
  })

  const openCliDir: Bridge['openCliDir'] = async (scenario = {}) => {
    const dir = await mkdtemp(path.join(home, 'cli-'))
    await mkdir(path.join(dir, 'src'))
    for (const file of ['src/bin.ts', ENTRY]) await writeFile(path.join(dir, file), `import ${JSON.stringify(tool)}\n`)
    const world = { bridge: bridge.address, evmRpcUrl: anvil.url, svmRpcUrl: svm.url }
    await writeFile(path.join(dir, 'scenario.json'), JSON.stringify({ ...world, ...scenario }))
    return {
      dir,
      async calls() {
        const lines = await readFile(path.join(dir, 'calls.jsonl'), 'utf8').catch(() => '')
        return lines.split('\n').flatMap((line): Call[] => (line === '' ? [] : [JSON.parse(line)]))
      },
      release: (runs) => writeFile(path.join(dir, 'released'), String(runs)),
    }
  }

  return {
    chain,
    rpcUrl: anvil.url,
    svm,
    bridge,
    openCliDir,
    deployToken(name = 'Aurora Fields', symbol = 'AURORA') {
      // One after the other, and from an account that the bridge does not send from: the node counts nonces by account.
      const deployed = deploying.then(() => chain.deploy('ShareToken', [name, symbol, addressOf('owner')], 'stranger'))
      deploying = deployed.catch(() => {})
      return deployed.then(({ address }) => address)
    },
    async start({ steps = [], scenario = {}, env = {}, cli } = {}) {
      const tool = cli ?? (await openCliDir({ ...scenario, steps }))
      const logged: string[] = []
      const config = readConfig({
        HOME: home,
        PATH: process.env['PATH'],
        PROVISIONER_PORT: '0',
        PROVISIONER_BEARER_TOKEN: TOKEN,
        PROVISIONER_WRAP_RETRY_DELAY_MS: '10',
        PROVISIONER_SCALAR_WAIT_MS: '300',
        SVM_BRIDGE_CLI_DIR: tool.dir,
        SVM_BRIDGE_CLI_BIN: process.execPath,
        SVM_BRIDGE_CLI_ENTRY: ENTRY,
        SVM_BRIDGE_ROUTES: JSON.stringify({ mainnet: { chainId: chain.chainId, bridge: bridge.address } }),
        SVM_BRIDGE_PAYER_KP: path.join(root, 'localnet/svm/payer.json'),
        SVM_RPC_URL: svm.url,
        BASE_RPC_URL: anvil.url,
        ...env,
      })
      const provisioner = await startProvisioner(config, (level, event, fields) =>
        logged.push(JSON.stringify({ level, event, ...fields })),
      )
      running.push(provisioner)
      return {
        ...provisioner,
        ...tool,
        logged,
        post: (route, body, headers = {}) =>
          fetch(`${provisioner.url}${route}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${TOKEN}`, ...headers },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
      }
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop().catch(() => {})))
      await Promise.all([anvil.stop(), svm.stop()])
      await rm(home, { recursive: true, force: true })
    },
  }
}
