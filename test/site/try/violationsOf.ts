import axe from 'axe-core'
import type { Page } from 'playwright-core'
import * as z from 'zod'

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** Violations that axe finds in the form: the rule, and the first element. */
export async function violationsOf(page: Page, room = '#try'): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  const found = Violations.parse(
    await page.evaluate(`axe.run(${JSON.stringify(room)}).then(({ violations }) => violations)`),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
