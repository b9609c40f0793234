/* SPDX-License-Identifier: MIT */
/* Programs of the net: web clients, remote shells and copies, DNS, port scans, tunnels.  Sorted by subject, then by
 * name.  Sources: the manual pages and --help of curl 7.88 to 8.x, wget 1.21, HTTPie 3, aria2 1.36, OpenBSD netcat,
 * BIND's dig, nmap 7 and others. */
#include "filter/programs/handlers.h"

enum {
    FIRST = CORDON_PROGRAM_OPTIONS_FIRST,
    LONG = CORDON_PROGRAM_ABBREVIATES, /* getopt_long, and curl before 8.10 */
    SINGLE = CORDON_PROGRAM_LONG_SINGLE,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    GROUP = CORDON_PROGRAM_GROUP,
    STRICT = CORDON_PROGRAM_STRICT_GROUP,
};

#define GIVE_COUNT "Add -c 4."
#define LETS_IN    "makes something of this machine reachable from outside"
#define READS_WIRE "reads what others send over the net"
#define SCANS      "scans other machines"

/* clang-format off */
static const CordonProgram ROWS[] = {
    /* Web clients.  Flags stand in the row where their name begins the name of an option with a value. */
    {"curl", "-A,--user-agent=t --abstract-unix-socket=t!web --alt-svc=w --aws-sigv4=t -b,--cookie=t "
     "-C,--continue-at=t -c,--cookie-jar=w --cacert=r --capath=r --cert-status --cert-type=t -E,--cert=t --ciphers=t "
     "--compressed --compressed-ssh --connect-timeout=t --connect-to=t --create-dirs --create-file-mode=t --crlf "
     "--crlfile=r --curves=t -d,--data,--data-ascii=f --data-binary=f --data-raw=t --data-urlencode=t "
     "-D,--dump-header=w --delegation=t --disable --dns-interface=t --dns-ipv4-addr=t --dns-ipv6-addr=t "
     "--dns-servers=t --doh-url=u -e,--referer=t --ech=t --egd-file=r --engine=p --etag-compare=r --etag-save=w "
     "--expect100-timeout=t -F,--form=F --form-escape --form-string=t -f,--fail --fail-early --fail-with-body "
     "--ftp-account=t --ftp-alternative-to-user=t --ftp-method=t -P,--ftp-port=t --ftp-ssl-ccc --ftp-ssl-ccc-mode=t "
     "-G,--get -g,--globoff --happy-eyeballs-timeout-ms=t --haproxy-clientip=t --haproxy-protocol -H,--header=f "
     "-h,--help=t --hostpubmd5=t --hostpubsha256=t --hsts=w -I,--head -i,--include --interface=t --ip-tos=t "
     "--ipfs-gateway=u --json=f -K,--config=r!unreadable -k,--insecure --keepalive-time=t --keepalive-cnt=t --key=r "
     "--key-type=t --knownhosts=r --krb=t --libcurl=w --limit-rate=t --local-port=t --login-options=t -L,--location "
     "--location-trusted -m,--max-time=t --mail-auth=t --mail-from=t --mail-rcpt=t --mail-rcpt-allowfails "
     "--max-filesize=t --max-redirs=t -n,--netrc!secret --netrc-file=r!secret --netrc-optional!secret --noproxy=t "
     "--ntlm --ntlm-wb --oauth2-bearer=t -o,--output=w --output-dir=w -O,--remote-name --remote-name-all "
     "-J,--remote-header-name --out-null --parallel-max=t --parallel-max-host=t -Z,--parallel --parallel-immediate "
     "--pass=t --path-as-is --pinnedpubkey=m --preproxy=h --proto=t --proto-default=t!unreadable --proto-redir=t "
     "-x,--proxy=h --proxy-anyauth --proxy-basic --proxy-ca-native --proxy-cacert=r --proxy-capath=r --proxy-cert=t "
     "--proxy-cert-type=t --proxy-ciphers=t --proxy-crlfile=r --proxy-header=f --proxy-key=r --proxy-key-type=t "
     "--proxy-pass=t --proxy-pinnedpubkey=m --proxy-service-name=t --proxy-tls13-ciphers=t --proxy-tlsauthtype=t "
     "--proxy-tlspassword=t --proxy-tlsuser=t --proxy-tlsv1 -U,--proxy-user=t --proxy1.0=h -p,--proxytunnel "
     "--pubkey=r -Q,--quote=t -q -r,--range=t --random-file=r --rate=t --raw -X,--request=t --request-target=t "
     "--resolve=t --retry=t --retry-all-errors --retry-connrefused --retry-delay=t --retry-max-time=t "
     "--sasl-authzid=t --service-name=t --sigalgs=t --socks4=h --socks4a=h --socks5=h --socks5-basic --socks5-gssapi "
     "--socks5-gssapi-nec --socks5-gssapi-service=t --socks5-hostname=h -Y,--speed-limit=t -y,--speed-time=t --ssl "
     "--ssl-sessions=w --stderr=w -t,--telnet-option=t -T,--upload-file=r --tftp-blksize=t --tftp-no-options "
     "-z,--time-cond=t --tls-earlydata --tls-max=t --tls13-ciphers=t --tlsauthtype=t --tlspassword=t --tlsuser=t "
     "--trace=w --trace-ascii=w --trace-config=t --trace-ids --trace-time --unix-socket=r --upload-flags=t --url=u "
     "--url-query=t -u,--user=t --variable=t!unreadable --vlan-priority=t -w,--write-out=t", "u*", .flags = LONG,
     .handler = cordon_handle_curl},
    {"curlie", "-d=f -o=w -H=f -X=t", "m*", .rule = CORDON_RULE_UNREADABLE,
     .reason = "mixes the options of two programs", .hint = "Use curl."},
    {"wget|wget2", "-A,--accept=t -a,--append-output=w --accept-regex=t --ask-password -B,--base=u "
     "-b,--background!endless --backups:t --bind-address=t --bind-dns-address=t --body-data=t --body-file=r "
     "--ca-certificate=r --ca-directory=r --certificate=r --certificate-type=t --ciphers=t --compression=t "
     "--config=r!unreadable --connect-timeout=t --continue --crl-file=r --cut-dirs=t -D,--domains=t --default-page=t "
     "--dns-servers=h --dns-timeout=t -e,--execute=t!unreadable --egd-file=r --exclude-domains=t "
     "-X,--exclude-directories=t --follow-tags=t --ftp-password=t --ftp-user=t -G,--ignore-tags=t "
     "-H,--span-hosts!web --header=t --hsts --hsts-file=w --http-password=t --http-user=t --http-passwd=t "
     "-i,--input-file=l -I,--include-directories=t --input-metalink=l --iri -l,--level=t --limit-rate=t "
     "--load-cookies=r --local-encoding=t --max-redirect=t --metalink-index=t --method=t -n=t -O,--output-document=w "
     "-o,--output-file=w -P,--directory-prefix=w --password=t --pinnedpubkey=m --post-data=t --post-file=r "
     "--prefer-family=t --preferred-location=t --private-key=r --private-key-type=t --progress=t "
     "--protocol-directories --proxy --proxy-password=t --proxy-user=t --http-proxy=h --https-proxy=h -Q,--quota=t "
     "-R,--reject=t --random-file=r --read-timeout=t --referer=t --regex-type=t --reject-regex=t --rejected-log=w "
     "--remote-encoding=t --report-speed=t --restrict-file-names=t --retry-on-http-error=t --save-cookies=w "
     "--secure-protocol=t --spider --start-pos=t -T,--timeout=t -t,--tries=t -U,--user-agent=t --use-askpass=p "
     "--user=t -w,--wait=t --waitretry=t --warc-dedup=r --warc-file=w --warc-header=t --warc-max-size=t "
     "--warc-tempdir=w --http2-request-window=t --max-threads=t --chunk-size=t --plugin=p --local-plugin=p "
     "--stats-site=w --stats-dns=w --stats-ocsp=w --stats-server=w --stats-tls=w", "u*", .flags = LONG,
     .handler = cordon_handle_wget},
    {"http|https|xh|xhs", "-a,--auth=t -A,--auth-type=t --bearer=t --boundary=t --cert=r --cert-key=r "
     "--cert-key-pass=t --ciphers=t --chunked -d,--download --default-scheme=t!unreadable -f,--form "
     "--format-options=t -h,--headers --http-version=t -I,--ignore-stdin --interface=t --max-headers=t "
     "--max-redirects=t -o,--output=w --offline -p,--print=t --pretty=t --proxy=h --raw=t --resolve=t!unreadable "
     "--response-charset=t --response-mime=t -P,--history-print=t -s,--style=t --session=m --session-read-only=m "
     "--ssl=t --timeout=t --unix-socket=r --verify=m -c,--continue", "e*", .flags = LONG,
     .handler = cordon_handle_httpie},
    {"httpie", .rule = CORDON_RULE_UNREADABLE, .reason = "changes the settings of http", .hint = "Use http or curl."},
    {"GET|HEAD|lwp-download|lwp-dump|lwp-mirror", "-b=u -t=t -i=t -H=t -C=t -c=t -o=t -p=h -m=t!unreadable",
     .operands = "u w?"},
    {"POST|lwp-request", "-b=u -t=t -i=t -H=t -C=t -c=t -o=t -p=h -m=t", "u*", .handler = cordon_handle_sender},
    {"aria2c", "-d,--dir=w -o,--out=w -i,--input-file=l -l,--log=w --conf-path=r!unreadable -s,--split=t "
     "-j,--max-concurrent-downloads=t -x,--max-connection-per-server=t -k,--min-split-size=t --all-proxy=h "
     "--ftp-proxy=h --http-proxy=h --https-proxy=h --no-proxy=t --all-proxy-user=t --all-proxy-passwd=t "
     "--load-cookies=r --save-cookies=w --save-session=w --server-stat-if=r --server-stat-of=w --netrc-path=r!secret "
     "--ca-certificate=r --certificate=r --private-key=r --header=t --referer=t -U,--user-agent=t --http-user=t "
     "--http-passwd=t --ftp-user=t --ftp-passwd=t --checksum=t -t,--timeout=t --connect-timeout=t -m,--max-tries=t "
     "--retry-wait=t --max-download-limit=t --lowest-speed-limit=t --file-allocation=t -D,--daemon!endless "
     "--enable-rpc!endless --rpc-listen-port=t --rpc-secret=t -T,--torrent-file=r -M,--metalink-file=l "
     "--bt-tracker=u --dht-entry-point=h --dht-file-path=w --seed-time=t --seed-ratio=t --on-download-start=p "
     "--on-download-complete=p --on-download-error=p --on-download-pause=p --on-download-stop=p "
     "--on-bt-download-complete=p --interface=t --async-dns-server=h -Z -c -q -R --stop=t --summary-interval=t "
     "--console-log-level=t --log-level=t --auto-save-interval=t", "u*", .flags = LONG},
    {"axel", "-o,--output=w -n,--num-connections=t -s,--max-speed=t -S,--search:t -H,--header=t -U,--user-agent=t "
     "-T,--timeout=t", "u*", .flags = LONG},
    {"elinks|links|links2|lynx|w3m|www-browser", "-dump -source -listonly -cfg=r -lss=r -cookie_file=r "
     "-cookie_save_file=w -cmd_script=r!unreadable -cmd_log=w -editor=p -error_file=w -index=u -homepage=u -tlog=w "
     "-width=t -auth=t -pauth=t -useragent=t -display_charset=t -assume_charset=t -post_data!web -get_data -term=t "
     "-o=t -T=t -cols=t -I=t -O=t -H -header=t -cookie-jar=w -config=r -bookmark=r -post=r!web -eval=c!shell "
     "-config-file=r -config-dir=r -remote=t!remote -html-numbered-links=t -http-proxy=h -https-proxy=h "
     "-socks-proxy=h -ftp-proxy=h -session=w -sessionin=r -sessionout=w", "u*", .flags = SINGLE,
     .handler = cordon_handle_text_browser},
    {"websocat", "-E -1 -H,--header=t -n -o -t -u -v --protocol=t --origin=t --socks5=h -B,--buffer-size=t "
     "--exit-on-eof -s,--server-mode!endless --exec-args=t!shell", "u*", .flags = LONG},
    {"wscat", "-c,--connect=u -H,--header=t -l,--listen!endless -o,--origin=t -x,--execute=t -w,--wait=t --cert=r "
     "--key=r --ca=r -p,--protocol=t --auth=t --proxy=h -s,--subprotocol=t", .operands = "u*"},
    {"grpcurl", "-d=t -H=t -rpc-header=t -reflect-header=t -import-path=r -proto=r -protoset=r -cacert=r -cert=r "
     "-key=r -authority=t -connect-timeout=t -max-time=t -max-msg-sz=t -unix", "h t*", .flags = SINGLE},
    {"youtube-dl|yt-dlp", "--exec=s --exec-before-download=s --netrc-cmd=s!secret -n,--netrc!secret "
     "--netrc-location=r!secret --cookies=r --cookies-from-browser=t!secret -a,--batch-file=l "
     "--config-location,--config-locations=r!unreadable --external-downloader,--downloader=p "
     "--downloader-args,--external-downloader-args=t!unreadable --ffmpeg-location=p --plugin-dirs=p -o,--output=w "
     "-P,--paths=w --cache-dir=w --download-archive=w --load-info-json=r --proxy=h --geo-verification-proxy=h "
     "--print-to-file=t!unreadable --postprocessor-args=t!unreadable --use-postprocessor=t!unreadable "
     "--update-to=t!unreadable -U,--update!unreadable", "u*", .flags = LONG},

    /* Load tests: only against the own machine. */
    {"ab", "-A=t -b=t -B=t -C=t -c=t -e=w -E=r -f=t -g=w -H=t -m=t -n=t -p=r -P=t -s=t -t=t -T=t -u=r -v=t -x=t -X=h "
     "-y=t -z=t -Z=t", "u*", .handler = cordon_handle_load_test},
    {"autocannon", "-c,--connections=t -p,--pipelining=t -d,--duration=t -a,--amount=t -S,--socketPath=r "
     "-w,--workers=t -m,--method=t -b,--body=t -i,--input=r -H,--headers=t -t,--timeout=t -T,--title=t -F,--form=m "
     "--on-port=t!unreadable -R,--overallRate=t -r,--connectionRate=t -B,--bailout=t -C,--maxConnectionRequests=t "
     "-E,--expectBody=t --har=r", "u*", .handler = cordon_handle_load_test},
    {"bombardier|hey|oha|plow", "-a=t -A=t -b,-body=t -B=t -c=t -cpus=t -d=t -D=r -f,-body-file=r -H=t -h2 -host=t "
     "-k -l -m=t -n=t -o=t -p=t -q=t -r=t -T=t -t=t -U=t -w=t -x=h -z=t -cert=r -key=r", "u*", .flags = SINGLE,
     .handler = cordon_handle_load_test},
    {"siege", "-c,--concurrent=t -r,--reps=t -t,--time=t -d,--delay=t -f,--file=l -R,--rc=r!unreadable -l,--log:w "
     "-m,--mark=t -H,--header=t -A,--user-agent=t -T,--content-type=t -g -b -i -q -v -j", "u*", .flags = LONG,
     .handler = cordon_handle_siege, .reason = "never ends without -r or -t", .hint = "Add -t 10S."},
    {"wrk|wrk2", "-c,--connections=t -d,--duration=t -t,--threads=t -s,--script=r -H,--header=t --timeout=t "
     "-R,--rate=t -L,--latency", "u*", .handler = cordon_handle_load_test},
    {"k6", "--address=h -c,--config=r --log-output=m --profiling-enabled", .flags = GROUP},
    {"k6 cloud|login|scale|pause|resume", .rule = CORDON_RULE_REMOTE, .reason = "uses a service of others"},
    {"k6 run|inspect|archive", "-u,--vus=t -d,--duration=t -i,--iterations=t -s,--stage=t -e,--env=v -o,--out=m -O=w "
     "--summary-export=w --tag=t --rps=t --batch=t --max-redirects=t --user-agent=t --dns=t --execution-segment=t "
     "--console-output=w --traces-output,--log-output=m --secret-source=t!secret", .operands = "m*"},

    /* Other machines. */
    {"adb", "-s=t -t=t -H=h -P=t -L=h", .flags = STRICT},
    {"adb devices|get-devpath|get-serialno|get-state|help|host-features|start-server|version", .operands = "t*"},
    {"adb install|install-multiple|install-multi-package", "-i=t --abi=t", "r*", .flags = SINGLE},
    {"adb logcat", "-d+E -c+E -t=t+E -T=t -v=t -f=t -b=t -e=t -m=t+E -g+E -S+E --pid=t --regex=t", "t*",
     .handler = cordon_handle_limited, .reason = "follows the log for ever", .hint = "Add -d."},
    {"adb pull", "-a", .operands = "t w?"},
    {"adb push", "-z=t", .operands = "r* t"},
    {"adb shell|exec-in|exec-out|emu", .rule = CORDON_RULE_SHELL, .reason = "starts a shell on the device"},
    {"adb backup|connect|disable-verity|disconnect|enable-verity|forward|kill-server|pair|reboot|remount|restore|"
     "reverse|root|sideload|tcpip|uninstall|unroot|usb", .rule = CORDON_RULE_REMOTE, .reason = "changes a device"},
    {"autossh|clusterssh|cssh|dbclient|dsh|mosh|mosh-client|parallel-ssh|pdsh|plink|pssh|putty|rexec|rlogin|rsh|"
     "slogin|ssh|ssh-copy-id|ssh-keyscan|sshpass|sshuttle|tsh", .rule = CORDON_RULE_REMOTE},
    {"borg|croc|duplicity|lsyncd|parallel-scp|pscp|psftp|rclone|rcp|rdiff-backup|restic|rsync|s4cmd|scp|sftp|sshfs|"
     "unison|winscp|wormhole|zssh", .rule = CORDON_RULE_REMOTE,
     .hint = "Copy with cp -r inside the project; for other machines ask the user."},
    {"ftp|lftp|ncftp|ncftpget|ncftpput|smbclient|telnet|tftp|tnftp|curlftpfs|davfs2|cadaver",
     .rule = CORDON_RULE_REMOTE},
    {"anydesk|rdesktop|remmina|rustdesk|teamviewer|vncserver|vncviewer|x11vnc|x2goclient|xfreerdp",
     .rule = CORDON_RULE_REMOTE, .reason = "opens the desktop of another machine, or this one's"},
    {"cloudflared|chisel|frpc|frps|gost|gotty|inlets|localtunnel|ngrok|openvpn|pagekite|proxytunnel|rathole|"
     "tailscale|tailscaled|tmate|ttyd|upterm|vpnc|openconnect|wg|wg-quick|zerotier-cli|zrok",
     .rule = CORDON_RULE_REMOTE, .reason = LETS_IN},
    {"bore|expose|lt|tor", .flags = OWN, .handler = cordon_handle_common_word, .reason = LETS_IN},
    {"proxychains|proxychains4|torify|torsocks|tsocks", NULL, "o", .rule = CORDON_RULE_REMOTE,
     .reason = "leads connections over another machine"},
    {"dropbear|in.telnetd|inetd|smbd|sshd|telnetd|tftpd|vsftpd|xinetd", .rule = CORDON_RULE_REMOTE,
     .reason = LETS_IN},
    {"mosquitto_pub|mosquitto_rr",
     "-h=h -H=h -L=u -p=t -t=t -m=t -f=r -u=t -P=t -q=t -i=t -k=t -A=t --cafile=r --cert=r --key=r --capath=r -V=t",
     .operands = "m*"},
    {"mosquitto_sub", "-h=h -H=h -L=u -p=t -t=t -C=t+E -W=t+E -u=t -P=t -q=t -i=t -k=t -A=t --cafile=r --cert=r "
     "--key=r --capath=r -F=t -V=t", .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"nc|nc.openbsd|nc.traditional|ncat|netcat", "-z -v -n -4 -6 -t -u -e,--exec=s -c,--sh-exec=s --lua-exec=r -G=t "
     "-g=t -i,--idle-timeout=t -I=t -l,--listen!endless -k!endless -m=t -M=t -O=t -o,--output=w -p=t -P=t -q=t -s=t "
     "-T=t -U=r -V=t -w,--wait=t -W=t -x,--hex-dump=t -X=t --proxy=h", "t*", .rule = CORDON_RULE_REMOTE,
     .flags = OWN, .handler = cordon_handle_netcat,
     .hint = "Use curl against the own machine, or nc -z localhost PORT."},
    {"socat|socat1|socket|tcpserver|udpsvd|tcpsvd", .rule = CORDON_RULE_REMOTE,
     .reason = "joins anything with anything, programs and other machines among them"},

    /* Names and routes. */
    {"arping", "-c=t -w=t -I=t -s=t -i=t", "h*", .handler = cordon_handle_limited, .reason = "never ends by itself",
     .hint = GIVE_COUNT},
    {"delv|dig|dog|doggo|drill|kdig", "-b=t -c=t -f=l -k=r -m -p=t -q=h -t=t -u -x=h -y=t -a=r -d=r -i=r -w=w -o=t",
     "t*", .handler = cordon_handle_dns},
    {"fping", "-c,--count=t -C,--vcount=t -f,--file=l -g,--generate!web -l,--loop!endless -p=t -t=t -i=t -b=t -B=t "
     "-r=t -S=t -I=t -H=t -O=t -Q=t -x=t", .operands = "h*"},
    {"host|nslookup", "-c=t -m=t -N=t -p=t -R=t -t=t -W=t -type:t -query:t -querytype:t -class:t -timeout:t -retry:t "
     "-port:t -debug -domain:t", "t*", .handler = cordon_handle_dns, .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"hping3|nping|thc-ipv6", .rule = CORDON_RULE_WEB, .reason = "sends packets of any kind to other machines"},
    {"mtr|mtr-packet", "-r,--report -w,--report-wide -c,--report-cycles=t -i=t -s=t -p=t -F=l -a=t -I=t -f=t -m=t "
     "-o=t -y=t -Z=t -G=t -M=t -P=t -U=t -B=t -Q=t -L=t", "h*", .flags = LONG, .handler = cordon_handle_limited,
     .reason = "never ends by itself", .hint = "Add -r -c 5."},
    {"ping|ping4|ping6", "-c=t -w=t -W=t -o -e=t -F=t -g=t -G=t -h=t -i=t -I=t -k=t -l=t -m=t -M=t -N=t -p=t -Q=t "
     "-s=t -S=t -t=t -T=t -z=t -b:t", "h*", .handler = cordon_handle_limited, .reason = "never ends by itself",
     .hint = GIVE_COUNT},
    {"tracepath|tracepath6|traceroute|traceroute6|tcptraceroute",
     "-f=t -g=h -i=t -m=t -N=t -p=t -q=t -s=t -t=t -w=t -z=t -l=t -M=t -O=t -P=t -b=t", .operands = "h t?"},
    {"whois|jwhois", "-h,--host=h -p,--port=t -i=t -s=t -t=t -T=t -v=t -q=t -g=t -c=r", "h*", .flags = LONG},

    /* Scans and captures. */
    {"dumpcap|tcpdump|tshark", "-a,--autostop=t -B=t -b=t -c=t -C=t -d -D,--list-interfaces -E=t -e=t -f=t -F=r -G=t "
     "-i,--interface=t -j=t -J=t -k=t -m=r -M=t -o=t -O=t -r=r -R=t -s=t -T=t -t=t -U=t -V=t -w=w -W=t -X=m -Y=t "
     "-y=t -z=t -Z=t!permissions", "t*", .handler = cordon_handle_capture,
     .reason = READS_WIRE " until it is stopped", .hint = "Read a file of the project with -r."},
    {"bettercap|ettercap|kismet|mitmdump|mitmproxy|mitmweb|ngrep|tcpflow|termshark|wireshark",
     .rule = CORDON_RULE_ENDLESS, .reason = READS_WIRE},
    {"iperf|iperf3|netperf|qperf", "-c,--client=h -s,--server!endless -p,--port=t -f=t -i=t -F=r -B=t -t=t -n=t -k=t "
     "-b=t -l=t -P=t -w=t -M=t -C=t -A=t -T=t -O=t -D,--daemon!endless -I=w --logfile=w", "m*", .flags = LONG},
    {"nmap", "-b=h -D=t -e=t -g=t -iL=l -iR=t!web -oA=w -oG=w -oM=w -oN=w -oS=w -oX=w -p=t -S=t -sI=h -T=t "
     "--append-output --data=t --data-string=t --datadir=r --dns-servers=h --exclude=t --excludefile=r "
     "--exclude-ports=t --host-timeout=t --interactive!shell --ip-options=t --max-hostgroup=t --max-parallelism=t "
     "--max-rate=t --max-retries=t --max-rtt-timeout=t --max-scan-delay=t --min-hostgroup=t --min-parallelism=t "
     "--min-rate=t --min-rtt-timeout=t --initial-rtt-timeout=t --mtu=t --port-ratio=t --proxies=h --resume=r "
     "--route-dst=h --scan-delay=t --scanflags=t --script=m --script-args=t --script-args-file=r --script-help=t "
     "--script-updatedb!permissions --servicedb=r --source-port=t --spoof-mac=t --stats-every=t --stylesheet=m "
     "--top-ports=t --ttl=t --version-intensity=t --versiondb=r", "h*", .flags = SINGLE},
    /* Services of others: what they are told leaves the machine. */
    {"apprise|dpaste|filebin|ffsend|gist|hastebin|matrix-commander|megacmd|mega-exec|mega-get|mega-login|mega-put|"
     "nopaste|ntfy|pastebinit|pushover|pushover-cli|signal-cli|slack-cli|slackcat|telegram-cli|telegram-send|termbin|"
     "toot|twurl|wgetpaste", "--version -V -h --help", NULL, .rule = CORDON_RULE_PUBLISH, .flags = OWN,
     .handler = cordon_handle_unless_listed, .hint = "Write it to a file, and tell the user."},
    {"gdrive|kopia|nextcloudcmd|onedrive|owncloudcmd|syncthing", "--version version -h --help", NULL,
     .rule = CORDON_RULE_REMOTE, .flags = OWN, .handler = cordon_handle_unless_listed, .reason = "copies files to "
     "other machines"},
    {"fetchmail|gcalcli|getmail|getmail6|isync|mbsync|offlineimap|vdirsyncer", "--version -V -h --help", NULL,
     .rule = CORDON_RULE_REMOTE, .flags = OWN, .handler = cordon_handle_unless_listed},
    {"acli|bitbucket-cli|jira|lab|linear|trello-cli", "--version -V version -h --help help", NULL,
     .rule = CORDON_RULE_WEB, .flags = OWN, .handler = cordon_handle_unless_listed, .reason = "talks to a service "
     "that is not GitHub", .hint = "Ask the user for what stands there."},
    {"aria2rpc|deluge-console|ipfs|ipget|peerflix|qbittorrent-nox|rtorrent|transmission-cli|transmission-daemon|"
     "transmission-remote|webtorrent", "--version -V version -h --help", NULL, .rule = CORDON_RULE_WEB, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = "exchanges files with any machine"},
    {"browsh|carbonyl|gallery-dl|httrack|pget|curl-impersonate", "-o,-O,-d,--directory,--output=w -i,--input-file=l "
     "-p=t", "u*", .flags = 0},
    {"acme.sh|dnscontrol|lego|nsupdate|octodns-dump|octodns-sync|rndc", "--version version -V -h --help check", NULL,
     .rule = CORDON_RULE_REMOTE, .flags = OWN, .handler = cordon_handle_unless_listed, .reason = "changes names or "
     "certificates"},
    {"iscsiadm|kadmin|kadmin.local|kinit|kpasswd|ldapadd|ldapcompare|ldapdelete|ldapmodify|ldapmodrdn|ldappasswd|"
     "ldapsearch|ldapwhoami|nfs-cat|nfs-cp|nfs-ls|rpcclient|showmount|smbget|smbtree|wbinfo",
     .rule = CORDON_RULE_REMOTE},
    {"etherwake|ipmitool|ipmiutil|redfishtool|wakeonlan|wol", .rule = CORDON_RULE_REMOTE, .reason = "switches other "
     "machines"},
    {"fastboot|heimdall", "devices --version version -h --help", NULL, .rule = CORDON_RULE_REMOTE, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = "changes a device"},
    {"snmpbulkget|snmpbulkwalk|snmpget|snmpgetnext|snmpset|snmptable|snmptrap|snmpwalk", "-v=t -c=t -l=t -u=t -a=t "
     "-A=t -x=t -X=t -O=t -m=t -M=r -t=t -r=t -C=t -n=t", "h t*", .flags = 0},
    {"coap-client|coap-client-openssl", "-m=t -e=t -f=r -o=w -t=t -T=t -s=t -p=t -B=t -N -A=t -O=t", "u*", .flags = 0},
    {"evans|ghz", "--proto,--protoset=r -i,--import-paths,--path=r --host=h -c,-n,-r,-z,-q,--call,-t,--timeout,--port,"
     "-p=t -d,--data=t -D,--data-file,-B,--binary-file=r -o,--output=w -O,--format=t --metadata,-m=t --insecure "
     "--cacert,--cert,--key=r -r,--repl!endless", "h*", .flags = 0},
    {"mqtt|mqttx", "-h,--host=h -p,--port,-t,--topic,-m,--message,-u,--user,-pw,-V,-i=t --cafile,--cert,--key=r",
     "t*", .flags = SINGLE},
    {"amqp-consume|amqp-declare-queue|amqp-delete-queue|amqp-get|amqp-publish", "-u,--url=m -s,--server=h --port,"
     "--vhost,--username,--password,-e,--exchange,-r,--routing-key,-b,--body,-q,--queue,-c,--count=t --cacert,--cert,"
     "--key=r", "o", .flags = 0},
    {"kaf|kafkactl", "-b,--brokers=h -c,--cluster,-t,--topic=t --config,--config-file=r", "t*", .flags = 0},
    {"nsq_pub|nsq_tail|nsq_stat|nsq_to_file", "-nsqd-tcp-address,-nsqd-http-address,-lookupd-http-address=h -topic,"
     "-channel=t -output-dir=w", "t*", .flags = SINGLE},
    {"zkCli|zkCli.sh|zkcli|zookeepercli", "-server,--servers=h -timeout=t -r", "t*", .flags = SINGLE},
    {"amass|dirb|dirbuster|feroxbuster|ffuf|gobuster|hydra|masscan|medusa|metasploit|msfconsole|msfvenom|ncrack|"
     "nikto|nuclei|rustscan|sqlmap|subfinder|wfuzz|wpscan|zmap", .rule = CORDON_RULE_WEB, .reason = SCANS},
};
/* clang-format on */

const CordonProgramTable cordon_programs_network = {ROWS, G_N_ELEMENTS(ROWS)};
