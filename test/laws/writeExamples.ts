import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import * as prettier from 'prettier'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { buildWorld } from '../../localnet/world/buildWorld.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { historySeconds, startAnvil } from '../../localnet/world/startAnvil.ts'
import { localProfiles, localRooms } from '../../localnet/seed.ts'
import { startLocalnet } from '../../localnet/startLocalnet.ts'
import { startServices } from '../../localnet/startServices.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { exampleOf as callExampleOf } from './exampleCalls.ts'
import { type Call, type Live, toLive } from './live.ts'
import { buildWorkers } from '../../platform/build.ts'
import { EXAMPLE_URLS, worldFile } from '../../platform/deployments.ts'
import { type Example, fileOf, FOLDER } from '../../platform/readExamples.ts'

/** The end of the chain's history: the same block times with every run, to within the seconds that it takes. */
const NOW = Date.UTC(2026, 8, 27, 12) / 1000
const PUBLIC = { BASE_URL: EXAMPLE_URLS.baseUrl, APP_URL: EXAMPLE_URLS.appUrl }

const AGENT_DOCUMENTS = ['agent-registration', 'erc8004', 'agent-card'].map((name) => `/.well-known/${name}.json`)

/** The account that builds a transaction of this kind, so that the example succeeds. */
const SENDERS: Readonly<Record<string, AccountRole>> = {
  buildAuctionClaimTokens: 'bidder',
  buildAuctionExitBid: 'voter',
  buildAuctionSubmitBid: 'bidder',
  buildGaugeVote: 'voter',
  buildGaugeResetVotes: 'voter',
  buildVaultClaimQueuedWithdrawal: 'borrower',
  buildVaultDeposit: 'stranger',
  buildVaultRedeem: 'stranger',
  buildVaultUnwrap: 'voter',
  buildVaultWithdraw: 'stranger',
  buildVaultWrap: 'voter',
  buildVetokenLock: 'bidder',
  buildVetokenExtend: 'voter',
  buildVetokenIncrease: 'voter',
  buildVetokenUnlock: 'borrower',
  buildLendpoolBorrow: 'borrower',
  buildLendpoolRepay: 'borrower',
  buildLendpoolAddCollateral: 'borrower',
  buildLendpoolRemoveCollateral: 'borrower',
  buildLendpoolSetMinBucketIndex: 'admin',
  publishLotteryKeyCoverage: 'voter',
  getAuthMe: 'voter',
}
/** Every other builder is for the owner of a contract. */
const senderOf = (id: string): AccountRole | undefined => SENDERS[id] ?? (id.startsWith('build') ? 'owner' : undefined)

/**
 * Calls every operation on a local world and writes its request and answer to schema/examples. Run by hand
 * (`npm run examples`) when an answer changes its shape.
 */
async function main(): Promise<void> {
  // Whatever is drawn is the same with every run.
  process.env['SEED'] = 'examples'
  const artifacts = await loadArtifacts()
  await buildWorkers()
  const anvil = await startAnvil({ timestamp: NOW - historySeconds })
  const world = await buildWorld({ rpcUrl: anvil.url, artifacts, clock: () => NOW })
  const services = await startServices()
  const stateDir = await mkdtemp(path.join(tmpdir(), 'examples-'))
  const chain = { rpcUrl: anvil.url, chainId: world.chainId, contracts: world.contracts, blockTimeMs: 200 }
  const variables = { ...services.variables, ...PUBLIC, CRE_RUNTIME_SIGNING_SECRET: '' }
  const profiles = localProfiles(world.contracts.wallet)
  const rooms = localRooms(world.chainId, world.contracts)
  const net = await startLocalnet({ chain, stateDir, profiles, rooms, variables })
  // This host is a public one there.
  for (const path of AGENT_DOCUMENTS)
    services.web.put(`https://api.example.com${path}`, (response) => {
      void fetch(`${net.host}${path}`)
        .then((answer) => answer.text())
        .then((text) => response.setHeader('content-type', 'application/json').end(text))
    })
  const live = toLive({ ...net, world, anvil, rpcUrl: anvil.url }, services)
  try {
    await mkdir(FOLDER, { recursive: true })
    for (const [family, operations] of Object.entries(OPERATIONS)) {
      // The document would be an example of itself.
      if (family === 'site' || Object.keys(operations).length === 0) continue
      const examples: Record<string, Example> = {}
      for (const operation of Object.values(operations))
        examples[operation.operationId] = await exampleOf(operation, { ...live, host: PUBLIC.APP_URL })
      await write(fileOf(family), examples)
    }
    await write(worldFile, { chainId: world.chainId, contracts: world.contracts })
  } finally {
    await live.stop()
    await anvil.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function write(file: string, content: object): Promise<void> {
  const options = await prettier.resolveConfig(file)
  await writeFile(file, await prettier.format(JSON.stringify(content), { ...options, parser: 'json' }))
}

async function exampleOf(operation: Operation, live: Live): Promise<Example> {
  const id = operation.operationId
  const { headers, ...call } = await callOf(operation, live)
  const accept = operation['x-answer'] === 'media' ? { accept: 'application/json' } : {}
  const answer = await live.send(operation, { ...call, headers: { ...headers, ...accept } })
  const text = await answer.text()
  const json = published(operation['x-answer'] === 'stream' ? JSON.stringify(text) : text, live)
  if (operation['x-deprecated']) return call
  if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${JSON.stringify(json)}`)
  return { ...call, answer: json }
}

/** An answer as it is published: URLs of stand-ins are replaced; of a picture or file, only the beginning stays. */
function published(text: string, { services }: Live): unknown {
  const named = text.replaceAll(services['creGateway'] ?? '', 'https://gateway.example.com')
  // The chain of the examples ended long ago, which a status page would report.
  const timely = named.replace(/"fail","details":"\d+ seconds behind/, '"pass","details":"2 seconds behind')
  return JSON.parse(timely.replace(/("data:(?:image|application\/json)[^"]{100})[^"]*/g, '$1'))
}

async function callOf(operation: Operation, live: Live): Promise<Call> {
  const id = operation.operationId
  const call = await callExampleOf(id)(live)
  const role = senderOf(id)
  const account = live.world.accounts.find((candidate) => candidate.role === role)
  return {
    ...call,
    ...(account ? { headers: await live.session(privateKeyToAccount(account.privateKey)) } : {}),
    // A picture of another size would fill pages.
    ...(operation['x-answer'] === 'media' ? { query: { ...call.query, size: '64' } } : {}),
    ...(operation.request?.body && call.body === undefined ? { body: {} } : {}),
  }
}

await main()
