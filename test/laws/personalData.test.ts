import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { NOT_PERSONAL } from '../../functions/account/store/notPersonal.ts'
import { EXPORT_SECTIONS, PERSONAL_DATA } from '../../functions/account/store/personalData.ts'
import { factsAbout } from '../support/facts.ts'
import { root } from './sources.ts'

const folder = path.join(root, 'drizzle')
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
const modules: object[] = await Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)).href)))
const tables = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value): value is SQLiteTable => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table))

/** Columns by which a row could be about a person: who, whose, by whom. */
const OF_SOMEBODY =
  /profile|user|wallet|address|principal|e_?mail|phone|(?<![a-z])ip(?![a-z])|admin|owner|buyer|client|responder|sender|recipient|beneficiary|creator|account|agent_id|member|actor|author|payer|_by$/
/** Of things, though they are named so: coins, tokens, contracts, and who runs a job. */
const OF_THINGS = /^(creator_coin|creator_mint|coin_address|vault_address|lease_owner|owner_read_at)$/

const held = new Map(PERSONAL_DATA.map(({ table }) => [getTableConfig(table).name, table]))

describe('what is held about people', () => {
  test('there are tables to look at', () => expect(tables.length).toBeGreaterThan(40))

  const fact = factsAbout(tables, ({ name }) => name)
  fact('every table is in the register of personal data, or it is said why not', ({ name, columns }) => {
    const telling = columns.map((column) => column.name).filter((one) => OF_SOMEBODY.test(one) && !OF_THINGS.test(one))
    if (telling.length === 0) return
    const listings = [held.has(name), Object.hasOwn(NOT_PERSONAL, name)].filter(Boolean)
    expect(
      listings,
      `${telling.join(', ')}: put it into functions/account/store/personalData.ts, or say in notPersonal.ts why not`,
    ).toHaveLength(1)
  })

  test('nothing is named that does not exist', () => {
    const names = tables.map(({ name }) => name)
    expect(Object.keys(NOT_PERSONAL).filter((name) => !names.includes(name))).toEqual([])
    expect([...held.keys()].filter((name) => !names.includes(name))).toEqual([])
  })

  test('every section is exported once, and says what becomes of it', () => {
    expect(new Set(EXPORT_SECTIONS).size).toBe(EXPORT_SECTIONS.length)
    for (const { shown, onDeletion } of PERSONAL_DATA)
      if (shown)
        expect([shown.as, typeof onDeletion === 'object' || shown.what !== undefined]).toEqual([shown.as, true])
  })

  test('no section reveals other people, or a secret', () => {
    const columns = PERSONAL_DATA.flatMap(({ shown }) => Object.values(shown?.columns ?? {}).map(({ name }) => name))
    const foreign = ['decided_by', 'reviewed_by', 'approved_by', 'referrer_profile_id', 'invitee_profile_id', 'jti']
    const secrets = columns.filter((name) => foreign.includes(name) || /secret|hash$|challenge/.test(name))
    // Of these it is the hash of a public thing, or of what the person signed.
    expect(
      secrets.filter((name) => !['cluster_genesis_hash', 'tx_hash', 'block_hash', 'signed_hash'].includes(name)),
    ).toEqual([])
  })
})
