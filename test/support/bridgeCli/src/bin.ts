import { appendFileSync, existsSync, fstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { spawn } from 'node:child_process'
import type { Delivery } from './deliver.ts'

/**
 * Plays the bridge's command line tool: its options, its questions, its words and its ways to fail. In place of the
 * programs of two chains it changes the local stand-ins as these would have. `scenario.json` in the working
 * directory says where they are and how each run goes; without it the manifest of a running localnet does.
 */
interface Scenario extends Delivery {
  /** One a run; after the last all goes well. */
  readonly steps?: readonly Step[]
}

export type Step =
  | 'ok'
  | 'transient'
  | 'custom_error'
  | 'unfunded'
  | 'invalid_symbol'
  | 'held'
  | 'hang'
  | 'orphan'
  | 'garbage'
  | 'huge'
  | 'no_mint'
  | 'wrong_mint'
  | 'lost_answer'
  | 'takes_metadata_uri'
  | 'tells_secrets'

const OPTIONS = ['deploy-env', 'remote-token', 'decimals', 'name', 'symbol', 'scaler-exponent', 'payer-kp'] as const

const scenario = readScenario()
const calls = path.resolve('calls.jsonl')
const earlier = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n').length : 0
const step = scenario.steps?.[earlier] ?? 'ok'
/** How many runs may go on. */
const released = () => (existsSync('released') ? Number(readFileSync('released', 'utf8')) : 0)
const record = (what: object) => {
  if (existsSync('scenario.json')) appendFileSync(calls, `${JSON.stringify(what)}\n`)
}

/** Coloured, as consola writes to a terminal. */
const say = (line: string) => console.log(`\u001b[36mℹ\u001b[39m [bridge] ${line}`)
function fail(line: string): never {
  console.error(`\u001b[31m ERROR \u001b[39m ${line}`)
  process.exit(1)
  throw new Error('ended')
}

const [group, area, command, ...given] = process.argv.slice(2)
record({
  args: process.argv.slice(2),
  env: Object.keys(process.env).toSorted(),
  stdinIsOpen: !fstatSync(0).isCharacterDevice(),
  at: Date.now(),
})
if (group !== 'sol' || area !== 'bridge' || command !== 'wrap-token') fail(`error: unknown command '${group}'`)
const options = await readOptions(given)
await run(options)

async function run(options: Readonly<Record<(typeof OPTIONS)[number], string>>): Promise<void> {
  if (step === 'hang') await new Promise(() => setInterval(() => {}, 1000))
  if (step === 'orphan') {
    // A child that holds the output open after its parent is gone.
    const child = spawn(process.execPath, ['-e', 'setInterval(()=>{},1000)'], { stdio: 'inherit' })
    record({ orphan: child.pid })
    await new Promise(() => setInterval(() => {}, 1000))
  }
  if (step === 'held') while (earlier >= released()) await sleep(20)
  if (step === 'huge') for (;;) await new Promise((written) => process.stdout.write('x'.repeat(65_536), written))
  if (step === 'garbage') return void process.stdout.write(Buffer.from(Array.from({ length: 4096 }, (_, i) => i & 255)))
  if (step === 'no_mint') return say('Done.')
  if (step === 'transient') fail('SolanaError: Transaction simulation failed: Blockhash not found')
  if (step === 'unfunded') fail('Transaction simulation failed: Transfer: insufficient lamports 12, need 2039280')
  if (step === 'custom_error')
    fail('Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1770')
  if (step === 'invalid_symbol') fail('Error: invalid symbol')
  if (step === 'tells_secrets')
    fail(`rpc https://user:pw@node.example/v2/KEYKEYKEY failed; key [${'12, '.repeat(63)}12] ${process.env['CLI_KEY']}`)

  // Loaded when it is needed: most runs fail before.
  const { deliver } = await import('./deliver.ts')
  const wrapped = await deliver(scenario, options)
  say(`Mint: ${step === 'wrong_mint' ? 'So11111111111111111111111111111111111111112' : wrapped.cliMint}`)
  if (wrapped.cliMint !== wrapped.programMint)
    fail(
      `AnchorError caused by account: mint. Error Code: ConstraintSeeds. Error Number: 2006.\nLeft:\n${wrapped.cliMint}\nRight:\n${wrapped.programMint}`,
    )
  if (wrapped.wasThere)
    fail(
      `Transaction simulation failed: Allocate: account Address { address: ${wrapped.cliMint}, base: None } already in use, custom program error: 0x0`,
    )
  if (step === 'lost_answer') fail('FetchError: read ECONNRESET')
  say('Signature: 5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW')
}

/** As the real tool's: refuses an unknown option, and prompts for a missing one. */
async function readOptions(args: readonly string[]): Promise<Record<(typeof OPTIONS)[number], string>> {
  const known = [...OPTIONS, ...(step === 'takes_metadata_uri' ? ['metadata-uri'] : [])]
  const unknown = args.find((arg, i) => i % 2 === 0 && arg !== '--pay-for-relay' && !known.includes(arg.slice(2)))
  if (unknown !== undefined) fail(`error: unknown option '${unknown}'`)
  const types: Record<string, { type: 'string' | 'boolean' }> = { 'pay-for-relay': { type: 'boolean' } }
  for (const name of known) types[name] = { type: 'string' }
  const { values } = parseArgs({ args: [...args], options: types })
  const ask = async (question: string): Promise<string> => {
    process.stdout.write(`? ${question} `)
    const answer = (await text(process.stdin)).trim()
    return answer === '' ? fail('Aborted.') : answer
  }
  if (values['pay-for-relay'] !== true) await ask('Pay for relay? (Y/n)')
  const of = async (name: (typeof OPTIONS)[number]) => String(values[name] ?? (await ask(`Enter ${name}:`)))
  return {
    'deploy-env': await of('deploy-env'),
    'remote-token': await of('remote-token'),
    decimals: await of('decimals'),
    name: await of('name'),
    symbol: await of('symbol'),
    'scaler-exponent': await of('scaler-exponent'),
    'payer-kp': await of('payer-kp'),
  }
}

function readScenario(): Scenario {
  if (existsSync('scenario.json')) return JSON.parse(readFileSync('scenario.json', 'utf8'))
  const file = path.resolve(import.meta.dirname, '../../../../.localnet/manifest.json')
  const { contracts, rpc, services } = JSON.parse(readFileSync(file, 'utf8'))
  return { bridge: contracts.bridge, evmRpcUrl: rpc, svmRpcUrl: services.svm }
}
