// Serves the built editor with its security headers.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { builtEditor, securityHeaders, staticFiles } from './static-files.mjs';

/**
 * Listens on 127.0.0.1; a taken port moves on to the next, at most ten times. Resolves to the server and its address.
 * `dist`: the folder of the built editor.
 */
export function serve({ port = 4173, embed = [], strict = false, dist = builtEditor } = {}) {
  const headers = securityHeaders(embed);
  const files = staticFiles(dist, headers);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url?.startsWith('/api/') || request.url?.startsWith('/assets/missing')) {
      response
        .writeHead(404, { 'Content-Type': 'application/json' })
        .end('{"success":false,"error":"No such address.","error_code":"NOT_FOUND"}');
      return;
    }
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    });
  });
  return new Promise((resolve, reject) => {
    let tries = 0;
    const listen = (at) => server.listen(at, '127.0.0.1');
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' && !strict && tries < 10) {
        tries += 1;
        listen(port + tries);
      } else reject(error);
    });
    server.on('listening', () => resolve({ server, url: `http://127.0.0.1:${server.address().port}` }));
    listen(port);
  });
}

if (process.argv[1]?.endsWith('serve.mjs')) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, dist: { type: 'string' } } });
  const { url } = await serve({ port: Number(values.port ?? 4173), strict: true, dist: values.dist });
  console.log(`listening on ${url}`);
}
