import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CHROMIUM, needs } from '../support/machine.ts'
import { RELAUNCHES, serveBrowser } from './serveBrowser.ts'

/** The answer for a browser that ends at its first launches, and the number of launches. */
async function launched(
  failures: number,
): Promise<{ answer: string; launches: number; relaunches: string | undefined }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'browser-'))
  const [program, log] = [path.join(directory, 'chromium'), path.join(directory, 'launches')]
  await writeFile(
    program,
    `#!/bin/sh\necho >> ${log}\n[ $(wc -l < ${log}) -gt ${failures} ] && exec ${CHROMIUM} "$@"\n`,
  )
  await chmod(program, 0o755)
  const browser = await serveBrowser(program)
  delete process.env[RELAUNCHES]
  try {
    const answer = await (await fetch(browser.url)).text()
    // A second request gets the same browser.
    expect(await (await fetch(browser.url)).text()).toBe(answer)
    const launches = (await readFile(log, 'utf8')).length
    return { answer, launches, relaunches: process.env[RELAUNCHES] }
  } finally {
    await browser.stop()
    await rm(directory, { recursive: true })
  }
}

test(
  'a browser that ends while it starts is launched again, and each time is counted',
  needs('Chromium', CHROMIUM),
  async () => {
    expect(await launched(2)).toEqual({ answer: expect.stringMatching(/^ws:/), launches: 3, relaunches: '2' })
  },
)

test('one that ends at every launch is given up, with an error', async () => {
  expect(await launched(9)).toEqual({
    answer: expect.stringMatching(/^Error: browser: ended at each of 4 launches\n.*process did exit/s),
    launches: 4,
    relaunches: '3',
  })
})
