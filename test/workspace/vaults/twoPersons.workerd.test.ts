import { test } from 'vitest'
import { MIGRATIONS, openMigratedD1 } from '../../store/openMigratedD1.ts'
import { soak } from '../../support/soak.ts'
import { check, HISTORIES } from './histories.ts'

test('random histories over the runtime’s own database: the rule finds what a search over all of it finds', async () => {
  const { d1, close } = await openMigratedD1(MIGRATIONS)
  await check(d1, HISTORIES.any, soak(3, 50))
  await close()
}, 600_000)
