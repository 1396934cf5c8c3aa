import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type Daemon, daemonFolder, startDaemon } from "./daemon.js";

export interface NginxServer extends Daemon {
  /** URL of the proxy, without a trailing slash. */
  readonly url: string;
}

export interface NginxChoices {
  /** Value of `proxy_next_upstream`: when a request goes to the next instance. A POST that was sent never does. */
  readonly nextUpstream?: string;
  /** Idle connections kept open to the instances; 0 opens one for each request. */
  readonly keepAlive?: number;
}

/** nginx in front of instances on these ports, in turn. It goes after the file's tests. */
export async function startNginx(
  upstreams: readonly number[],
  { nextUpstream = "error", keepAlive = 64 }: NginxChoices = {},
): Promise<NginxServer> {
  const folder = daemonFolder("nginx");
  const config = join(folder, "nginx.conf");
  const daemon = await startDaemon({
    name: "nginx",
    folders: ["/usr/sbin", "/usr/local/sbin"],
    args: (port) => {
      writeFileSync(config, configuration({ folder, port, upstreams, nextUpstream, keepAlive }));
      return ["-p", folder, "-c", config, "-e", "stderr"];
    },
    answers: async (port) => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect").finally(() => socket.destroy());
    },
    end: "SIGQUIT",
    unprivileged: true,
  });
  return { ...daemon, url: `http://127.0.0.1:${daemon.port}` };
}

interface Configuration extends Required<NginxChoices> {
  readonly folder: string;
  readonly port: number;
  readonly upstreams: readonly number[];
}

/** An instance that cannot be reached is left out for a second, so that one that returns is soon used again. */
function configuration({ folder, port, upstreams, nextUpstream, keepAlive }: Configuration): string {
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=1s;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return `
daemon off;
master_process off;
pid ${join(folder, "nginx.pid")};
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  client_max_body_size 10m;
  upstream instances {
    ${servers.join("\n    ")}
    ${keepAlive === 0 ? "" : `keepalive ${keepAlive};`}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 60s;
      proxy_read_timeout 600s;
      proxy_next_upstream ${nextUpstream};
    }
  }
}
`;
}
