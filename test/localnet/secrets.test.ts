import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { localSecrets } from '../../localnet/secrets.ts'

test('secrets stay the same from start to start, except those that a service makes itself', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'secrets-'))
  const first = await localSecrets(directory, { CHATAPP_BOT_TOKEN: '1:a', IDP_APP_SECRET: 'x', IDP_APP_ID: 'public' })
  const second = await localSecrets(directory, { CHATAPP_BOT_TOKEN: '2:b', IDP_APP_SECRET: 'y' })
  await rm(directory, { recursive: true })
  expect(first).toMatchObject({ CHATAPP_BOT_TOKEN: '1:a', IDP_APP_SECRET: 'x' })
  expect(first).not.toHaveProperty('IDP_APP_ID')
  expect(second).toEqual({ ...first, CHATAPP_BOT_TOKEN: '2:b', IDP_APP_SECRET: 'y' })
  for (const name of ['CHATAPP_LINK_TOKEN_SECRET', 'CHATAPP_WEBHOOK_SECRET'])
    expect(first[name]).toMatch(/^[0-9a-f]{64}$/)
})
