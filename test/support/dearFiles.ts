interface Dear {
  /** CPU seconds that it may take, on the machine that counts as one. */
  readonly seconds: number
  readonly why: string
}

/** CPU seconds from which a file needs a line. */
export const DEAR_FROM = 4

/** Files that may take more, each with its reason. `npm run test:dear -- <report>` proposes these lines from a run. */
export const DEAR: Readonly<Record<string, Dear>> = {
  'test/agents/intelligence/walletIntelligence.outage.test.ts': {
    seconds: 7,
    why: 'lets each provider fail in each way',
  },
  'test/agents/review/kill.test.ts': { seconds: 12, why: 'kills a runtime of its own five times during purchases' },
  'test/browser/browser.test.ts': { seconds: 8, why: 'forty visits of a real browser' },
  'test/build/status/findCall.test.ts': {
    seconds: 8,
    why: 'mines hundreds of blocks, and counts in hundreds of them',
  },
  'test/cache/hostile.test.ts': {
    seconds: 14,
    why: 'measures the heap of a runtime of its own over a thousand requests',
  },
  'test/cache/isolate.test.ts': { seconds: 7, why: 'sends thousands of requests and draws hundreds of pictures' },
  'test/chain/garbage.test.ts': { seconds: 7, why: 'starts a chain, and reads every garbage in place of every answer' },
  'test/client/pack.test.ts': { seconds: 6, why: 'packs the client and installs it in projects of its own' },
  'test/client/released.test.ts': {
    seconds: 8,
    why: 'starts every family, and runs a program of its own that calls all of them',
  },
  'test/cre/restarts.test.ts': { seconds: 6, why: 'starts a runtime of its own, and again after each kill' },
  'test/docs/documents.test.ts': { seconds: 22, why: 'runs every program of the documentation' },
  'test/durable/migrate.test.ts': {
    seconds: 7,
    why: 'opens every Durable Object in workerd, with the tables of earlier releases',
  },
  'test/effects/mined.test.ts': { seconds: 22, why: 'mines hundreds of random builds of every builder' },
  'test/http/answerOnce.kill.test.ts': { seconds: 6, why: 'starts a runtime of its own, and again after each kill' },
  'test/laws/codegen.test.ts': {
    seconds: 16,
    why: 'runs three generators, the compiler over what they write, and a parser over large pieces',
  },
  'test/laws/examples.test.ts': { seconds: 6, why: 'compiles every published schema' },
  'test/laws/gasCaps.test.ts': { seconds: 11, why: 'asks every read under caps of gas' },
  'test/laws/hostileTexts.test.ts': { seconds: 6, why: 'reads a megabyte of each hostile text again and again' },
  'test/laws/invalidVariables.test.ts': {
    seconds: 12,
    why: 'asks every operation until no variable that it reads is wrong',
  },
  'test/context/walletActions.test.ts': {
    seconds: 8,
    why: 'builds everything that each account can do, at both of its bounds, after random steps',
  },
  'test/laws/live.test.ts': { seconds: 16, why: 'asks every operation for its example, its refusals and its bounds' },
  'test/laws/malformed.test.ts': { seconds: 14, why: 'asks every operation with every malformed part' },
  'test/laws/needs.test.ts': { seconds: 8, why: 'asks every operation without each thing that it needs' },
  'test/laws/nodeDown.test.ts': { seconds: 6, why: 'asks every operation without a node, and again with one' },
  'test/laws/sameAnswers.test.ts': { seconds: 27, why: 'asks every operation in three worlds, one of them in workerd' },
  'test/laws/storeDown.test.ts': { seconds: 8, why: 'asks every operation without each store' },
  'test/localnet/base.test.ts': { seconds: 7, why: 'asks every operation on a chain without contracts' },
  'test/localnet/buildWorld.test.ts': { seconds: 9, why: 'builds worlds of its own' },
  'test/localnet/compile.test.ts': { seconds: 6, why: 'runs the Solidity compiler' },
  'test/localnet/findDocuments.test.ts': { seconds: 8, why: 'writes all documents of the host for another chain' },
  'test/localnet/start.test.ts': { seconds: 16, why: 'starts the whole localnet five times' },
  'test/lottery/amoe/kill.test.ts': { seconds: 6, why: 'starts a runtime of its own, and again after each kill' },
  'test/mcp/inspector/inspector.test.ts': {
    seconds: 7,
    why: 'starts the inspector of another project for each question',
  },
  'test/provisioner/provision.test.ts': { seconds: 16, why: 'starts a process for each step of a provision' },
  'test/site/pieces.test.ts': { seconds: 8, why: 'parses the document of each family' },
  'test/site/reference/pages.test.ts': { seconds: 6, why: 'renders the page of every operation' },
  'test/site/reference/samples.test.ts': { seconds: 8, why: 'starts a process for each sample in each language' },
  'test/vault/getVaultStrategies.test.ts': { seconds: 8, why: 'reads vaults of 64 strategies' },
  'test/workflows/workflows.test.ts': { seconds: 13, why: 'runs workflows with the program of another project' },
  'test/workspace/vaults/twoPersons.model.test.ts': {
    seconds: 10,
    why: 'compares a rule with a search over random histories',
  },
}

export const boundOf = (file: string): number => DEAR[file]?.seconds ?? DEAR_FROM

/** CPU seconds of the work below on the machine on which the bounds were measured. */
const REFERENCE = 0.016
const ROUNDS = 5

/**
 * How many times longer this machine computes than that one: machines differ by a factor of three, and the same one by half
 * beside a load. The best of some rounds, in CPU time, so that it does not hang on who else runs.
 */
export function slowness(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
  return Math.min(...rounds) / REFERENCE
}

/** As tests do for the most part: objects are made, written as text, read and compared. */
function work(): void {
  const rows = Array.from({ length: 1500 }, (_, id) => ({ id, name: `row ${id}`, amounts: [id, id * 7, `${id}n`] }))
  for (let i = 0; i < 12; i++) {
    const read: unknown = JSON.parse(JSON.stringify(rows))
    if (!Array.isArray(read) || new Set(read.map((row) => JSON.stringify(row))).size !== rows.length) throw new Error()
  }
}
