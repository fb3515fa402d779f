import type * as z from 'zod'
import type { GaugeVaults } from '../../../../schema/gauge/index.ts'
import type { LotteryLive } from '../../../../schema/lottery/reads.ts'
import type { DeploymentStatus } from '../../../../schema/status/index.ts'
import type { ExploreVaults } from '../../../../schema/vault/explore.ts'

export type { History } from '../../draw/assetsOverTime.ts'
export type { Auctions, Report } from '../../pages/entities/answers.ts'
export type Status = DeploymentStatus
export type Vaults = z.output<typeof ExploreVaults>
export type Lottery = z.output<typeof LotteryLive>
export type Gauge = z.output<typeof GaugeVaults>
