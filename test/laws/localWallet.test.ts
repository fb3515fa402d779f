import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { accounts } from '../../localnet/world/accounts.ts'
import { bundleOf } from '../../platform/bundle/modulesOf.ts'
import { documentsOf } from '../../platform/site/documentsOf.ts'
import { ENVIRONMENTS, WORKER_NAMES } from '../../platform/workers.ts'
import { wranglerFile } from '../../platform/wrangler.ts'
import { factsAbout } from '../support/facts.ts'
import { root, textOf } from './sources.ts'

const VARIABLE = 'LOCAL_WALLET_RPC'
const KEYS = accounts.map(({ privateKey }) => privateKey.slice(2))
const keysIn = (text: string): string[] => KEYS.filter((key) => text.toLowerCase().includes(key))

describe('every Worker', () => {
  const fact = factsAbout(WORKER_NAMES, String)

  fact('is deployed without the wallet of a localnet', (worker) => {
    expect(textOf(wranglerFile(worker)).includes(VARIABLE)).toBe(false)
  })

  fact('has no published key in its bundle', (worker) => {
    expect(keysIn(readFileSync(bundleOf(worker), 'utf8'))).toEqual([])
  })
})

test('no environment sets its variable', () => {
  for (const [name, { variables }] of Object.entries(ENVIRONMENTS))
    expect(Object.keys(variables), name).not.toContain(VARIABLE)
})

test('documents name the wallet on a localnet alone, and no key anywhere', () => {
  const pagesOf = (environment: 'localnet' | 'production' | 'staging') => {
    const folder = path.resolve(root, documentsOf(environment))
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(html|js|json|md)$/.test(entry.name))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  }
  const names = (pages: readonly string[]) => pages.filter((page) => page.includes('<meta name="local-wallet"')).length
  expect(names(pagesOf('localnet'))).toBeGreaterThan(0)
  for (const environment of ['production', 'staging'] as const) {
    const pages = pagesOf(environment)
    expect(pages.length).toBeGreaterThan(0)
    expect(names(pages)).toBe(0)
    expect(pages.flatMap(keysIn)).toEqual([])
  }
})
