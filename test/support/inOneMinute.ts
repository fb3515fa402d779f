/**
 * The result of a run during which the minute did not turn, since budgets are reset then. It repeats until there is one,
 * so each run must use its own client, identified by its number.
 */
export async function inOneMinute<T>(run: (turn: number) => Promise<T>): Promise<T> {
  for (let turn = 0; ; turn++) {
    const began = minute()
    const given = await run(turn)
    if (minute() === began) return given
  }
}

const minute = (): number => Math.floor(Date.now() / 60_000)

/** The first refusal for a budget that is used up. A read that waits long to be counted goes on meanwhile, so on a busy machine it takes some. */
export async function refusal(ask: () => Promise<Response>): Promise<Response> {
  let answer = await ask()
  for (let more = 0; more < 200 && answer.status !== 429; more++) {
    await answer.arrayBuffer()
    answer = await ask()
  }
  return answer
}
