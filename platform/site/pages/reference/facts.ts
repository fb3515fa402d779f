import type { Fact } from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { TextPart } from '../../../../functions/site/pages/shell/RichText.ts'
import { hasField, takesBlock } from '../../../../schema/codesOf.ts'
import { LIMITS, type LimitClass } from '../../../../schema/limits.ts'
import type { Operation } from '../../../../schema/operation.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { credentialWords } from './credentials.ts'
import { richText } from './richText.ts'
import { conceptUrl } from './urls.ts'

/** Facts to know before a call of an operation. */
export const factsOf = (operation: Operation): readonly Fact[] => [
  credentialFact(operation),
  limitFact(operation),
  ...asOfFact(operation),
  ...cacheFact(operation),
  ...idempotencyFact(operation),
  ...priceFact(operation),
]

function credentialFact(operation: Operation): Fact {
  const { text, href } = credentialWords(operation)
  return {
    term: 'Credential',
    text: [text === '' ? 'None' : text],
    ...(href === undefined ? {} : { href }),
  }
}

/** The budgets that a request counts against, as the deployment has them unless its variables say otherwise. */
function limitFact(operation: Operation): Fact {
  const {
    'x-limit': limit,
    'x-limit-principal': principal,
    'x-limit-ip': ofIp,
    'x-limit-by': by,
    'x-limit-inside': inside = [],
    'x-limit-units': units,
    'x-auth': auth,
    'x-auth-when': when,
  } = operation
  const perIp = ofIp === 'refused' ? `${budget(limit)} refused ones by IP` : `${budget(limit)} by IP`
  const perCaller = auth === undefined ? [] : [`${budget(principal ?? limit)} by caller`]
  const further = [
    ...(by === undefined ? [] : [`${budget(by.class)} by IP and ${by.query}`]),
    ...(when === undefined ? [] : [`${budget(when.limit)} with the credential`]),
    ...inside.map((one) => `${budget(one)} for the more expensive ones`),
    ...(units === undefined ? [] : [`counted by ${units}`]),
  ]
  const text: TextPart[] = [{ code: limit }, `: ${[perIp, ...perCaller, ...further].join('; ')}`]
  return { term: 'Limit', text, href: conceptUrl('limits') }
}

const budget = (name: LimitClass): string => {
  const { limit, windowSeconds } = LIMITS[name]
  return `${limit} ${windowSeconds === 60 ? 'a minute' : `in ${windowSeconds} s`}`
}

function asOfFact(operation: Operation): readonly Fact[] {
  const { request, 'x-answer': answer } = operation
  if (!hasField(request?.query, 'minBlock')) return []
  const where = answer === 'envelope' ? '`asOf`' : 'the header `X-As-Of-Block`'
  const past = takesBlock(operation) ? ', `block` for any other' : ''
  const text = richText(`All values are of one block, which ${where} names; \`minBlock\` asks for no older one${past}`)
  return [{ term: 'As of', text, href: conceptUrl('as-of-a-block') }]
}

function cacheFact({ 'x-cache': cache, 'x-private': isPrivate, 'x-auth': auth, method }: Operation): readonly Fact[] {
  const fact = (text: string): readonly Fact[] => [{ term: 'Cache', text: [text] }]
  if (cache === undefined) return isPrivate || (method === 'get' && auth !== undefined) ? fact('Never cached') : []
  const kept = `Shared caches keep an answer for ${seconds(cache.sMaxAge)}`
  return cache.standIn === false
    ? fact(`${kept}; the last good answer is never used in place of one that cannot be read`)
    : fact(`${kept}; while nodes fail, the last good one is served for ${seconds(cache.staleWhileRevalidate)} more`)
}

function seconds(amount: number): string {
  if (amount >= 86_400 && amount % 86_400 === 0) return counted(amount / 86_400, 'day')
  if (amount >= 3600 && amount % 3600 === 0) return counted(amount / 3600, 'hour')
  return amount >= 120 && amount % 60 === 0 ? counted(amount / 60, 'minute') : `${amount} s`
}

const counted = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`

const REPEATS = {
  calls: 'Accepts an `Idempotency-Key`: the calls then have an `id`, and a wallet sends them once',
  other: 'Accepts an `Idempotency-Key`: a repetition within 24 hours gets the first answer',
}

function idempotencyFact({ 'x-idempotency': keys }: Operation): readonly Fact[] {
  if (keys === undefined) return []
  const text = richText(keys === 'calls' ? REPEATS.calls : REPEATS.other)
  return [{ term: 'Repeating', text, href: conceptUrl('idempotency') }]
}

function priceFact({ 'x-payment-info': info }: Operation): readonly Fact[] {
  if (info === undefined) return []
  const { amount, currency } = info.price
  return [{ term: 'Price', text: [`${amount} ${currency} a call, by x402`], href: guidePageUrl('review') }]
}
