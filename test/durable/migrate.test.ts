import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { getAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OBJECTS, type ObjectBinding } from '../../platform/workers.ts'
import { root } from '../laws/sources.ts'
import { bundleWorker } from '../support/bundleWorker.ts'

/** A class that is shipped, whose storage can be looked at besides. */
const shipped = (className: string, file: string, name = className): string =>
  `import { ${name} as Shipped${className} } from './${file}'
export class ${className} extends Shipped${className} { query(sql) { return this.ctx.storage.sql.exec(sql).toArray() } }`

/** Durable Objects in workerd, on disk, reopened with other code. */
const FILES: Readonly<Record<string, string>> = {
  LimitCounter: 'functions/core/LimitCounter.ts',
  Sessions: 'functions/core/Sessions.ts',
  Nonces: 'shared/durable/NonceSet.ts',
  StreamSlots: 'functions/core/StreamSlots.ts',
  ReplayNonces: 'shared/durable/NonceSet.ts',
  AmoeLedger: 'functions/lottery/amoe/AmoeLedger.ts',
  AmoePost: 'functions/lottery/amoe/AmoePost.ts',
  TriggerRuns: 'functions/cre/TriggerRuns.ts',
  PaymentLedger: 'functions/agents/review/PaymentLedger.ts',
  RpcSlots: 'functions/rpc/proxy/slots/RpcSlots.ts',
  ChatappUser: 'functions/chatapp/link/ChatappUser.ts',
  ChatappAccount: 'functions/chatapp/link/ChatappAccount.ts',
  SponsorQuota: 'functions/rpc/paymaster/SponsorQuota.ts',
  StatusBoard: 'functions/core/status/StatusBoard.ts',
}
const SHIPPED = Object.fromEntries(
  Object.entries(FILES).map(([className, file]) => [className, shipped(className, file, path.basename(file, '.ts'))]),
)
const classes = Object.values(OBJECTS).map(({ className }) => className)
const bare = (className: string, name = 'Bare'): string =>
  `export { ${name} as ${className} } from './test/durable/bareObjects.ts'`
const BARE = Object.fromEntries(classes.map((className) => [className, bare(className)]))

let directory: string
let runtime: Miniflare | undefined

const bundles = new Map<string, Promise<string>>()
/** Stops what runs and opens the same storage with other code. */
async function reopen(code: Readonly<Record<string, string>>): Promise<void> {
  const contents = [`export { default } from './test/durable/bareObjects.ts'`, ...Object.values(code)].join('\n')
  const script = bundles.get(contents) ?? bundleWorker({ contents })
  bundles.set(contents, script)
  await runtime?.dispose()
  runtime = new Miniflare({
    ...convertV4MiniflareOptions({
      name: 'objects',
      modules: true,
      script: await script,
      compatibilityDate: '2026-09-01',
      d1Databases: { DB: 'test' },
      durableObjects: Object.fromEntries(
        Object.entries(OBJECTS).map(([binding, { className }]) => [binding, { className, useSQLite: true }]),
      ),
      cf: false,
    }),
    resourcePersistencePath: directory,
  })
}

/** Calls the object `one` of a binding. */
const ask = (binding: ObjectBinding, method: string, ...args: readonly unknown[]): Promise<unknown> =>
  askObject(binding, 'one', method, ...args)

async function askObject(
  binding: ObjectBinding,
  name: string,
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  if (!runtime) throw new Error('no runtime is open')
  const body = JSON.stringify({ binding, name, method, args })
  const answer = await fetch(await runtime.ready, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}
const query = (binding: ObjectBinding, sql: string) => ask(binding, 'query', sql)
const versionOf = (binding: ObjectBinding) => query(binding, 'SELECT version FROM version')

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'objects-'))
})
afterAll(async () => {
  await runtime?.dispose()
  await rm(directory, { recursive: true })
})

const wallet = '0x00000000000000000000000000000000000000a1'
const YEAR_3000 = 32_503_680_000

/** State of objects before they had versions: tables of the old code, with a row in each. */
const BEFORE: readonly { binding: ObjectBinding; statements: readonly string[]; version: number }[] = [
  {
    binding: 'LIMIT_COUNTER',
    statements: [
      `CREATE TABLE spent (
        reset_at INTEGER NOT NULL, key TEXT NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (reset_at, key)
      ) WITHOUT ROWID`,
      `INSERT INTO spent VALUES (${YEAR_3000}, 'key', 7)`,
    ],
    version: 1,
  },
  {
    binding: 'SESSIONS',
    statements: [
      `CREATE TABLE sessions (
        hash TEXT PRIMARY KEY, address TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
        revoked INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID`,
      'CREATE INDEX sessions_by_expiry ON sessions (expires_at)',
      `INSERT INTO sessions (hash, address, issued_at, expires_at) VALUES ('hash', '${wallet}', 5, ${YEAR_3000})`,
    ],
    version: 4,
  },
  ...(['NONCES', 'REPLAY_NONCES'] as const).map((binding) => ({
    binding,
    statements: [
      'CREATE TABLE nonces (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID',
      'CREATE INDEX nonces_by_expiry ON nonces (expires_at)',
      `INSERT INTO nonces VALUES ('used', ${YEAR_3000}001)`,
    ],
    version: 3,
  })),
  {
    binding: 'AMOE_LEDGER',
    statements: [
      'CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 0), profile_id TEXT NOT NULL)',
      `CREATE TABLE credits (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, source_id TEXT NOT NULL, units INTEGER NOT NULL,
        reference TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (source, source_id)
      )`,
      `CREATE TABLE entries (
        nonce TEXT PRIMARY KEY, content TEXT NOT NULL, wallet TEXT NOT NULL, creator_coin TEXT NOT NULL,
        chain_id INTEGER NOT NULL, target TEXT NOT NULL, units INTEGER NOT NULL, units_left INTEGER NOT NULL,
        deadline INTEGER NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL, resolved_at INTEGER
      ) WITHOUT ROWID`,
      'CREATE TABLE outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, credit INTEGER, nonce TEXT)',
      `INSERT INTO owner VALUES (0, 'somebody')`,
      `INSERT INTO credits VALUES (1, 'amoe_post_daily', '2026-09-30', 12000, 'post', 900)`,
      `INSERT INTO credits VALUES (2, 'amoe_entry_spend', '0x01', -10000, '', 950)`,
      `INSERT INTO entries VALUES ('0x01', 'content', '${wallet}', '0xc0', 1, '0x70', 10000, 2000, 1850, 'attested', 950, NULL)`,
    ],
    version: 2,
  },
  {
    binding: 'PAYMENT_LEDGER',
    statements: [
      `CREATE TABLE payments (
        network TEXT NOT NULL, asset TEXT NOT NULL, nonce TEXT NOT NULL, payment TEXT NOT NULL, payment_hash TEXT NOT NULL,
        request_hash TEXT NOT NULL, amount_usd TEXT NOT NULL, valid_before INTEGER NOT NULL, since_block INTEGER NOT NULL,
        created_at INTEGER NOT NULL, answer TEXT, asked INTEGER NOT NULL DEFAULT 0, transaction_hash TEXT, block INTEGER,
        check_at INTEGER, checks INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (network, asset, nonce)
      )`,
      'CREATE INDEX payments_by_check ON payments (check_at)',
      ...[
        ['open', 'NULL', 'NULL'],
        ['built', `'{}'`, 'NULL'],
        ['paid', `'{}'`, `'0x05'`],
      ].map(
        ([nonce, answer, hash]) =>
          `INSERT INTO payments VALUES ('eip155:1', '0x', '${nonce}', '{}', 'p', 'r', '1', ${YEAR_3000}, 1, 1, ${answer}, 0, ${hash}, 5, NULL, 0)`,
      ),
    ],
    version: 3,
  },
  {
    binding: 'TRIGGER_RUNS',
    statements: [
      `CREATE TABLE runs (
        hash TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, input TEXT NOT NULL, answer TEXT, expires_at INTEGER NOT NULL
      )`,
      'CREATE INDEX runs_by_expiry ON runs (expires_at)',
      `INSERT INTO runs VALUES ('done', 'workflow', '{}', '{"outcome":"accepted"}', ${YEAR_3000}000)`,
    ],
    version: 2,
  },
  {
    binding: 'STREAM_SLOTS',
    statements: [
      `CREATE TABLE slots (
        hash TEXT NOT NULL, slot TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (hash, slot)
      ) WITHOUT ROWID`,
      'CREATE INDEX slots_by_expiry ON slots (expires_at)',
      `INSERT INTO slots VALUES ('owner', 'stream', ${YEAR_3000})`,
    ],
    version: 2,
  },
  {
    binding: 'RPC_SLOTS',
    statements: [
      `CREATE TABLE held (
        pool TEXT NOT NULL, holder TEXT NOT NULL, turn INTEGER NOT NULL, slots INTEGER NOT NULL,
        expires_at INTEGER NOT NULL, PRIMARY KEY (pool, holder)
      ) WITHOUT ROWID`,
      'CREATE INDEX held_by_expiry ON held (expires_at)',
      `INSERT INTO held VALUES ('ceiling', 'isolate', 7, 9, ${YEAR_3000})`,
    ],
    version: 2,
  },
  {
    binding: 'SPONSOR_QUOTA',
    statements: [
      'CREATE TABLE charges (key TEXT NOT NULL, id TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (key, id))',
      'CREATE INDEX charges_by_key ON charges (key, expires_at)',
      'CREATE INDEX charges_by_expiry ON charges (expires_at)',
      `INSERT INTO charges VALUES ('sender', 'operation', ${YEAR_3000})`,
    ],
    version: 2,
  },
  {
    binding: 'CHATAPP_USERS',
    statements: [
      'CREATE TABLE used_tokens (hash TEXT PRIMARY KEY, idp_user_id TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID',
      `INSERT INTO used_tokens VALUES ('used', 'did:privy:ada', ${YEAR_3000})`,
      `CREATE TABLE link (
        id INTEGER PRIMARY KEY CHECK (id = 0), chatapp_user_id TEXT NOT NULL, chatapp_username TEXT,
        profile_id TEXT NOT NULL, idp_user_id TEXT NOT NULL, linked_at INTEGER NOT NULL, last_verified_at INTEGER NOT NULL,
        revoked_at INTEGER, failure_count INTEGER NOT NULL, last_failure_reason TEXT, seq INTEGER NOT NULL,
        published INTEGER NOT NULL DEFAULT 0
      )`,
      `INSERT INTO link VALUES (0, '279058397', NULL, '', '', 0, 0, 0, 0, NULL, 4, 4)`,
    ],
    version: 4,
  },
]

/** An object that has had its first step. */
const VERSION_1 = 'of version 1'
const VERSION_TABLE = 'CREATE TABLE version (id INTEGER PRIMARY KEY CHECK (id = 0), version INTEGER NOT NULL)'
const OF_VERSION_1 = [VERSION_TABLE, 'INSERT INTO version VALUES (0, 1)']

/** Sessions as they were before they had a scope. */
const VERSION_2 = 'of version 2'
const SESSIONS_OF_VERSION_2 = [
  `CREATE TABLE sessions (
     hash TEXT PRIMARY KEY, address TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0, ending INTEGER NOT NULL DEFAULT 0,
     method TEXT NOT NULL, by_wallet TEXT NOT NULL, profile_id TEXT, proofs TEXT NOT NULL
   ) WITHOUT ROWID`,
  'CREATE INDEX sessions_by_expiry ON sessions (expires_at)',
  'CREATE INDEX sessions_by_address ON sessions (address, issued_at)',
  `INSERT INTO sessions VALUES ('live', '${wallet}', 5, ${YEAR_3000}, 0, 0, 'key', '${wallet}', NULL, '[]')`,
  `INSERT INTO sessions VALUES ('gone', '${wallet}', 5, ${YEAR_3000}, 1, 0, 'key', '${wallet}', NULL, '[]')`,
  VERSION_TABLE,
  'INSERT INTO version VALUES (0, 2)',
]

test('every Durable Object migrates itself', () => {
  expect(Object.keys(FILES).sort()).toEqual([...classes].sort())
  for (const file of Object.values(FILES))
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/migrate\(ctx.storage, |extends Holds /)
})

describe('objects from before there were versions', () => {
  beforeAll(async () => {
    await reopen(BARE)
    for (const { binding, statements } of BEFORE) for (const sql of statements) await query(binding, sql)
    await ask('AMOE_POST', 'put', 'claim', { profileId: 'somebody', day: '2026-09-30' })
    const sessions = BEFORE.find(({ binding }) => binding === 'SESSIONS')?.statements ?? []
    for (const sql of [...sessions, ...OF_VERSION_1]) await askObject('SESSIONS', VERSION_1, 'query', sql)
    for (const sql of SESSIONS_OF_VERSION_2) await askObject('SESSIONS', VERSION_2, 'query', sql)
    await reopen(SHIPPED)
  })

  test('the code of now serves what they hold', async () => {
    expect(
      await ask('LIMIT_COUNTER', 'lease', { key: 'key', limit: 10, windowSeconds: YEAR_3000, want: 0 }),
    ).toMatchObject({ remaining: 3 })
    for (const binding of ['NONCES', 'REPLAY_NONCES'] as const) {
      expect(await ask(binding, 'consume', 'used', 60)).toBe(false)
      expect(await ask(binding, 'consume', 'new', 60)).toBe(true)
      expect(await ask(binding, 'claim', 'key', 'one', 60)).toBe('one')
      expect(await ask(binding, 'claim', 'key', 'another', 60)).toBe('one')
    }
    expect(await ask('STREAM_SLOTS', 'take', 'owner', 'another', 1, 60)).toBeGreaterThan(60)
    expect(await ask('STREAM_SLOTS', 'release', 'owner', 'stream')).toBe(true)
    const late = { key: 'ceiling', id: 'isolate', turn: 6, want: 1, need: 1, most: 10, seconds: 60 }
    expect(await ask('RPC_SLOTS', 'claim', late)).toBe(9)
    expect(await ask('RPC_SLOTS', 'claim', { ...late, id: 'other', want: 5 })).toBe(1)
    // Charged once, and counted.
    expect(await ask('SPONSOR_QUOTA', 'take', 'sender', 'operation', 1, 60)).toBe(0)
    expect(await ask('SPONSOR_QUOTA', 'take', 'sender', 'next', 1, 60)).toBeGreaterThan(60)
    expect(await ask('AMOE_LEDGER', 'standing', wallet)).toEqual({
      units: 2000,
      pending: { entries: 1, units: 10_000, deadline: 1850 },
    })
    expect(await ask('AMOE_POST', 'find')).toEqual({ profileId: 'somebody', day: '2026-09-30' })
    const trigger = { requestId: 'id', workflowId: 'workflow', input: '{}' }
    // Of a chat user whose account was deleted, the count of changes is left.
    expect(await query('CHATAPP_USERS', 'SELECT chatapp_user_id, seq FROM link')).toEqual([
      { chatapp_user_id: '', seq: 4 },
    ])
    expect(await query('CHATAPP_USERS', 'SELECT * FROM used_tokens')).toEqual([{ hash: 'used', expires_at: YEAR_3000 }])
    expect(await ask('TRIGGER_RUNS', 'run', 'done', trigger)).toBe('{"outcome":"accepted"}')
  })

  test('an attempt to link that was cut off is forgotten by the next alarm, and one that has just begun is not', async () => {
    const sql = (statement: string) => askObject('CHATAPP_USERS', 'cut off', 'query', statement)
    const now = Math.floor(Date.now() / 1000)
    await sql(
      `INSERT INTO attempts VALUES ('did:privy:old', 'a', NULL, ${now - 61}), ('did:privy:new', 'b', NULL, ${now})`,
    )
    await sql(`INSERT INTO link VALUES (0, '7', NULL, 'profile', 'did:privy:other', 1, 1, NULL, 0, NULL, 1, 0)`)
    await askObject('CHATAPP_USERS', 'cut off', 'republish', '7')
    await expect.poll(() => sql('SELECT idp_user_id id FROM attempts')).toEqual([{ id: 'did:privy:new' }])
  })

  test('an unclaimed post holds nothing, however often it is read', async () => {
    expect(await askObject('AMOE_POST', 'unclaimed', 'find')).toBeNull()
    const tables = `SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`
    expect(await askObject('AMOE_POST', 'unclaimed', 'query', tables)).toEqual([])
  })

  test('sessions from before do not say how they were proven: they end, and others begin', async () => {
    const address = getAddress(wallet)
    for (const name of ['one', VERSION_1]) {
      expect(await askObject('SESSIONS', name, 'get', 'hash')).toBeNull()
      expect(await askObject('SESSIONS', name, 'query', 'SELECT * FROM sessions')).toEqual([])
      const proof = {
        wallet: address,
        owner: null,
        signed: null,
        counterfactual: false,
        singleOwner: true,
        block: null,
      }
      const session = { address, issuedAt: 5, expiresAt: YEAR_3000, isEnding: false }
      const begun = { ...session, method: 'contract', by: address, profileId: null, proofs: [proof] }
      // Under the hash of one from before too: nothing of that one comes back with it.
      await askObject('SESSIONS', name, 'put', 'hash', begun)
      const kept = { ...begun, scope: 'full' }
      expect(await askObject('SESSIONS', name, 'get', 'hash')).toEqual(kept)
      expect(await askObject('SESSIONS', name, 'list', [address])).toEqual([{ ...kept, hash: 'hash' }])
      expect(await askObject('SESSIONS', name, 'query', 'SELECT version FROM version')).toEqual([{ version: 4 }])
    }
  })

  test('sessions from before they had a scope are full ones; limited ones are for those who ask for them', async () => {
    const sessions = (method: string, ...args: readonly unknown[]) => askObject('SESSIONS', VERSION_2, method, ...args)
    const live = await sessions('get', 'live')
    expect(live).toMatchObject({ address: getAddress(wallet), scope: 'full', method: 'key', issuedAt: 5 })
    expect([await sessions('get', 'gone'), await sessions('fateOf', 'gone')]).toEqual([null, 'ended'])
    await sessions('put', 'limited', Object.assign({}, live, { scope: 'limited' }))
    expect([await sessions('get', 'limited'), await sessions('fateOf', 'limited')]).toEqual([null, 'limited'])
    expect(await sessions('get', 'limited', true)).toMatchObject({ scope: 'limited' })
    expect(await sessions('query', 'SELECT version FROM version')).toEqual([{ version: 4 }])
  })

  test('each then has its version, its rows, and times in unix seconds', async () => {
    for (const { binding, version } of BEFORE) expect(await versionOf(binding), binding).toEqual([{ version }])
    expect(await versionOf('AMOE_POST')).toEqual([{ version: 1 }])
    expect(await query('LIMIT_COUNTER', 'SELECT tokens FROM spent')).toEqual([{ tokens: 7 }])
    // A fraction of a second counts as a whole one, so that no nonce is forgotten early.
    const used = `SELECT expires_at FROM nonces WHERE hash = 'used'`
    expect(await query('NONCES', used)).toEqual([{ expires_at: YEAR_3000 + 1 }])
    // A payment that has its answer buys no other.
    const sold = 'SELECT nonce, sold, by_payer, request FROM payments WHERE sold = 1'
    expect(await query('PAYMENT_LEDGER', sold)).toEqual([{ nonce: 'paid', sold: 1, by_payer: 0, request: null }])
    expect(await query('TRIGGER_RUNS', 'SELECT expires_at FROM runs')).toEqual([{ expires_at: YEAR_3000 }])
  })
})

const NEXT = { ...BARE, AmoeLedger: bare('AmoeLedger', 'NextLedger'), AmoePost: bare('AmoePost', 'NextPost') }

describe('an object of today and the code of tomorrow', () => {
  const entries = 'SELECT nonce, status, campaign FROM entries'

  test('a step that fails changes nothing, and the code of today goes on', async () => {
    await reopen({ ...BARE, AmoeLedger: bare('AmoeLedger', 'BrokenLedger') })
    await expect(query('AMOE_LEDGER', 'SELECT 1')).rejects.toThrow('missing_column')
    await reopen(SHIPPED)
    expect(await ask('AMOE_LEDGER', 'standing', wallet)).toMatchObject({ units: 2000, pending: { entries: 1 } })
    expect(await versionOf('AMOE_LEDGER')).toEqual([{ version: 2 }])
    expect(await query('AMOE_LEDGER', `SELECT 1 FROM pragma_table_info('entries') WHERE name = 'campaign'`)).toEqual([])
  })

  test('one more step keeps the rows and adds its column', async () => {
    await reopen(NEXT)
    expect(await query('AMOE_LEDGER', entries)).toEqual([{ nonce: '0x01', status: 'attested', campaign: 'first' }])
    expect(await query('AMOE_LEDGER', 'SELECT sum(units) units FROM credits')).toEqual([{ units: 2000 }])
    expect(await versionOf('AMOE_LEDGER')).toEqual([{ version: 3 }])
    expect(await ask('AMOE_POST', 'get', 'claim')).toEqual({
      profileId: 'somebody',
      day: '2026-09-30',
      source: 'amoe_post_daily',
    })
  })

  test('security: older code refuses what newer code has changed, and loses nothing; a step is applied once', async () => {
    await query('AMOE_LEDGER', `UPDATE entries SET campaign = 'changed'`)
    await reopen(SHIPPED)
    await expect(ask('AMOE_LEDGER', 'standing', wallet)).rejects.toThrow('has version 3, but this code supports only 2')
    await expect(ask('AMOE_POST', 'find')).rejects.toThrow('deploy the newer code')
    await reopen(NEXT)
    expect(await query('AMOE_LEDGER', entries)).toEqual([{ nonce: '0x01', status: 'attested', campaign: 'changed' }])
  })
})
