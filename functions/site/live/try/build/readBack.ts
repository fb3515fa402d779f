interface Link {
  readonly operationId: string
  /** Its page, with the form filled in. */
  readonly href: string
}

/** The read of a family's builders, its parameter, and the field of the body that it takes; the sender without one. */
const READS: Readonly<Record<string, readonly [operationId: string, field?: string]>> = {
  auction: ['getAuctionStatus', 'auction'],
  gauge: ['getGaugeUserVotes'],
  vetoken: ['getVetokenUser'],
  lpstrat: ['getLpStrategy', 'strategy'],
}

/** Operations that show what a transaction has changed: that of its family, and all that the wallet has. */
export function readBackOf(path: string, body: Readonly<Record<string, unknown>>, from: string): Link[] {
  const [, family = ''] = /^\/v1\/build\/(\w+)/.exec(path) ?? []
  const [operationId, field] = READS[family] ?? []
  const address = field === undefined ? from : body[field]
  const link = (id: string, value: string): Link => ({
    operationId: id,
    href: `/docs/operations/${id}?address=${encodeURIComponent(value)}#try`,
  })
  return [
    ...(operationId !== undefined && typeof address === 'string' ? [link(operationId, address)] : []),
    link('getWalletContext', from),
  ]
}
