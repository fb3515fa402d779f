#!/bin/sh
# Becomes the Workers runtime, and leaves a watcher that ends it when descriptor 3 closes: that is the control pipe to the
# process that started it, and closes when that one is gone, however it went. What has the runtime's process id by then is
# ended only if it began when the runtime did (proc(5), field 22 of stat).
# In a folder that is gone it could not run, and would be started again at once, for ever.
[ -d "$PWD" ] || sleep 5
began() { cut -d ' ' -f 22 "/proc/$$/stat"; }
at=$(began)
(
  read -r _ <&3
  [ "$(began)" = "$at" ] && kill -KILL $$
) </dev/null >/dev/null 2>&1 &
exec "$LOCALNET_WORKERD" "$@"
