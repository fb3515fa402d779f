import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { textOf } from './sources.ts'

const Entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  engines: z.looseObject({ node: z.string().optional() }).optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
})
const { packages } = z.object({ packages: z.record(z.string(), Entry) }).parse(JSON.parse(textOf('package-lock.json')))
/** All but this project and its workspaces. */
const installed = Object.entries(packages).filter(([location, { link }]) => location.includes('node_modules/') && !link)
const nameOf = (location: string) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)

describe('the lock file', () => {
  test('proves every package by its integrity, but for those that the registry did not have when it was written', () => {
    const unproven = installed.filter(([, entry]) => entry.integrity === undefined)
    expect(unproven.every(([, entry]) => entry.optional === true)).toBe(true)
    expect(unproven.map(([location]) => nameOf(location))).toEqual([
      ...platforms('@foundry-rs/anvil-', 'darwin-amd64 darwin-arm64 linux-arm64 win32-amd64'),
      ...platforms('@oxlint/binding-', 'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64'),
      ...platforms('@oxlint/binding-', 'linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu'),
      ...platforms('@oxlint/binding-', 'linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl'),
      ...platforms('@oxlint/binding-', 'openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc'),
    ])
  })

  test('leaves the registry to the machine that installs', () => {
    expect(installed.filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
  })
})

describe('the engines that packages ask for', () => {
  const refusing = (major: number, minor: number) =>
    installed
      .filter(([, { engines, optional }]) => optional !== true && !admits(engines?.node ?? '*', major, minor))
      .map(([location]) => nameOf(location))

  test.each([
    [22, 19],
    [24, 0],
    [26, 0],
  ])('are met by Node %i.%i', (major, minor) => {
    expect(refusing(major, minor)).toEqual([])
  })

  test('are met by Node 20, but for those that docs/troubleshooting.md names and the newer Node of the lock runs', () => {
    const refused = refusing(20, 19)
    expect(refused).toEqual([
      '@cloudflare/kv-asset-handler',
      '@modelcontextprotocol/inspector',
      'commander',
      'undici',
      'miniflare',
      'wrangler',
    ])
    for (const name of refused) expect(textOf('docs/troubleshooting.md')).toContain(`\`${name}\``)
  })
})

const platforms = (prefix: string, names: string) => names.split(' ').map((name) => prefix + name)

/** Whether a range of versions as packages write it (`^20.19.0 || >=22.12.0`, `>=20 <21`, `10.*`) admits a Node. */
function admits(range: string, major: number, minor: number): boolean {
  return range.split('||').some((alternative) =>
    [...alternative.matchAll(/(\^|>=|<=|>|<|~|)\s*v?(\d+|\*)(?:\.(\d+|x|\*))?(?:\.[\w*.-]+)?/g)].every(
      ([, operator, high = '*', low = '0']) => {
        if (high === '*') return true
        const difference = major - Number(high) || minor - (Number(low) || 0)
        if (operator === '>=') return difference >= 0
        if (operator === '>') return difference > 0
        if (operator === '<') return difference < 0
        if (operator === '<=') return difference <= 0
        return major === Number(high) && (operator === '' || difference >= 0)
      },
    ),
  )
}
