import { useEffect, useRef } from 'preact/hooks'
import type { Chatapp } from '../bridge/openChatapp.ts'
import type { LinkEvent } from '../flow/LinkFlow.ts'
import type { MainAction } from './mainActionOf.ts'

interface Options {
  readonly chatapp: Chatapp
  readonly isAlive: boolean
  readonly action: MainAction | null
  readonly send: (event: LinkEvent) => void
  readonly onClose: (() => void) | null
  readonly canGoBack: boolean
}

/** Syncs the chat app's main and back buttons with the flow. */
export function useNativeButtons({ chatapp, isAlive, action, send, canGoBack }: Options): void {
  const now = useRef(action)
  now.current = action
  useEffect(() => {
    chatapp.onButton(() => {
      if (now.current) send(now.current.event)
    })
    chatapp.onBack(() => history.back())
  }, [chatapp, send])
  useEffect(() => {
    if (isAlive) chatapp.setButton(action)
  }, [chatapp, isAlive, action?.text, action?.busy])
  useEffect(() => {
    if (isAlive) chatapp.setBack(canGoBack)
  }, [chatapp, isAlive, canGoBack])
}
