/* SPDX-License-Identifier: MIT */
/* Commands of cmd.exe, and programs that exist on Windows only.  What cmd.exe and PowerShell both know (dir, del, copy)
 * is in table_powershell.c.  Sorted by subject, then by name.  Sources: the commands' own help (x /?), the pages
 * "Windows commands" of Microsoft Learn, and those of MSBuild and the compilers of Visual Studio. */
#include "filter/programs/handlers.h"

enum {
    CMD = CORDON_PROGRAM_WINDOWS | CORDON_PROGRAM_SLASH_OPTIONS | CORDON_PROGRAM_CASE_FOLDED,
    EXACT = CORDON_PROGRAM_WINDOWS | CORDON_PROGRAM_SLASH_OPTIONS | CORDON_PROGRAM_LONG_SINGLE,
    DATA = CORDON_PROGRAM_DATA,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    GROUP = CORDON_PROGRAM_GROUP,
    STRICT = CORDON_PROGRAM_STRICT_GROUP,
    SLOW = CORDON_PROGRAM_LONG_TIME,
};

/* Names that are words elsewhere have a handler in place of a rule: a rule would make any unknown program with that word
 * among its operands a wrapper of theirs. */
#define WORD(rule) .flags = OWN, .handler = cordon_handle_windows_##rule
#define SERVER     "/s=t!remote /u=t /p=t "

/* Reasons and hints that several rows share. */
#define CHANGES_DISKS  "changes the machine's disks"
#define CHANGES_NET    "changes the machine's network"
#define CHANGES_SYSTEM "changes how the machine is set up"
#define CHANGES_USERS  "changes the users of the machine"
#define OUTLIVES       "starts what outlives the command"
#define OPENS_WINDOW   "opens a window and waits until it is closed"
#define RUNS_CODE      "runs code of other files or addresses"
#define ASK_USER       "Ask the user to do it in the terminal."

/* cl: what it has in common with the linker, which it hands the words behind /link to. */
#define LINKER                                                                                     \
    "/OUT,-out:w /PDB,-pdb:w /IMPLIB,-implib:w /MAP,-map:w /DEF,-def:r /LIBPATH,-libpath:a "       \
    "/MANIFESTFILE:w "                                                                             \
    "/MANIFESTINPUT:r /DLL /DEBUG:t /SUBSYSTEM:t /MACHINE,-machine:t /INCREMENTAL:t "              \
    "/NODEFAULTLIB:t /OPT:t /ENTRY:t "                                                             \
    "/LTCG:t /INCLUDE:t /EXPORT:t /BASE:t /STACK:t /HEAP:t /DYNAMICBASE:t /NXCOMPAT:t "            \
    "/MANIFEST:t /MANIFESTUAC:t "                                                                  \
    "/VERBOSE:t /NOLOGO,/nologo /WX:t /FORCE:t /FIXED:t /RELEASE /PROFILE /DELAYLOAD:t "           \
    "/SAFESEH:t /GUARD:t "                                                                         \
    "/LARGEADDRESSAWARE:t /ALIGN:t /MERGE:t /SECTION:t /STUB:r /VERSION:t /NOENTRY /PDBALTPATH:t " \
    "/NATVIS:r "

/* clang-format off */
static const CordonProgram ROWS[] = {
    /* Shells.  The names with a sign are words that the reader refuses: %COMSPEC% /c dir. */
    {"!comspec!|%comspec%|cmd|cmder|conemu|conemu64|conhost|mintty|openconsole|powershell|powershell_ise|pwsh|"
     "pwsh-preview|windowsterminal|wsl|wt", .rule = CORDON_RULE_SHELL, .reason = "starts a shell"},
    {"command", WORD(shell), .reason = "starts a shell"},
    {"alpine|debian|kali|ubuntu|ubuntu2004|ubuntu2204|ubuntu2404|wslg|wslhost", WORD(shell), .reason = "starts a shell of WSL"},
    {"cscript|wscript", .rule = CORDON_RULE_SHELL, .reason = "runs a script of Windows' own host",
     .hint = "Run the script with node or python."},
    {"cmstp|hh|ieexec|infdefaultinstall|installutil|msdt|mshta|msxsl|odbcconf|pcalua|pcwrun|presentationhost|regasm|"
     "regsvcs|regsvr32|rundll32|scriptrunner|syncappvpublishingserver|wsreset|xwizard", NULL, "m*",
     .rule = CORDON_RULE_SHELL, .reason = RUNS_CODE},

    /* Commands of cmd.exe itself. */
    {"assoc|ftype", .flags = OWN, .handler = cordon_handle_association,
     .reason = "changes with which programs files are opened"},
    {"break|cls|color|rem|title|ver|verify|vol", NULL, "e*", .flags = DATA},
    {"call", NULL, .operands = "o", .handler = cordon_handle_call},
    {"chcp", NULL, "t*", .flags = DATA},
    {"choice", "/t=t+E /d=t /c=t /m=e /n /cs", "t*", .flags = CMD | CORDON_PROGRAM_ENDLESS_BARE},
    {"doskey|endlocal|setlocal", .rule = CORDON_RULE_SHELL, .reason = "changes the shell that reads the line"},
    {"dpath|keys|shift", WORD(shell), .reason = "changes the shell that reads the line"},
    {"exit", "/b", "t*", .flags = CMD | DATA},
    {"mklink", "/d /h /j", "w r", .flags = CMD, .handler = cordon_handle_mklink},
    {"path", .flags = OWN, .handler = cordon_handle_shell_unless_bare, .reason = "changes where the shell finds programs",
     .hint = "Name the program by its path."},
    {"prompt", NULL, "e*", .handler = cordon_handle_shell_unless_bare, .reason = "changes the shell that reads the line"},
    {"setx", .rule = CORDON_RULE_SHELL, .reason = "changes the user's environment",
     .hint = "Give the value to the program as an option."},

    /* Files. */
    {"attrib", .flags = OWN, .handler = cordon_handle_attrib, .reason = "changes the attributes of files"},
    {"comp", "/a /c /d /l /m /n=t /off /offline", "r r", .flags = CMD},
    {"compact", "/a /c /exe:t /f /i /q /s:r /u", "w*", .flags = CMD},
    {"expand", "-d -f:t -i -r", "r r* w", .flags = CMD},
    {"extract|extrac32", "/a /c /d /e /l=w /y", "r r*", .flags = CMD},
    {"fc", "/0 /a /b /c /l /lb:t /n /off /offline /t /u /w", "r r*", .flags = CMD},
    {"find", "/c /i /n /off /offline /v", .flags = CMD | OWN, .handler = cordon_handle_windows_find},
    {"findstr", "/a,-a:t /b /c,-c:t+T /d,-d:y /e /f,-f:l /g,-g:r+T /i /l /m /n /o /off /offline /p /r /s /v /x", "T r*",
     .flags = CMD},
    {"forfiles", "/p=r /m=r /s /c=s /d=t", "r*", .flags = CMD},
    {"makecab|diantz", "/d=t /f=l /l=w /v:t", "r w", .flags = CMD},
    {"more", "/c /e /p /s /t:t", "r*", .flags = CMD},
    {"print", WORD(publish), .reason = "sends a file to a printer"},
    {"replace", "/a /p /r /s /u /w", "r w", .flags = CMD},
    {"robocopy", "/256 /a-:t /a:t /b /bytes /compress /copy:t /copyall!permissions /create /dcopy:t /e /efsraw /eta /fat "
     "/fft /fp /ia:t /if=r /im /ipg:t /is /it /j /job:r /l /lev:t /log:w /max:t /maxage:t /maxlad:t /min:t /minage:t "
     "/minlad:t /mir /mon:t!endless /mot:t!endless /mov /move /mt:t /nc /ndl /nfl /njh /njs "
     "/nocopy /nodcopy /nodd /nooffload /np /ns /nosd /pf /purge /quit /r:t /reg!permissions /rh:t /s /save:w "
     "/sec!permissions /secfix!permissions /sl /sj /tbd /tee /timfix /ts /unicode /unilog:w /v /w:t /x /xa:t /xc /xd=t "
     "/xf=e /xj /xjd /xjf /xl /xn /xo /xx /z /zb", "y w r*", .flags = CMD, .handler = cordon_handle_robocopy},
    {"timeout", "/nobreak /t=t", "t*", .flags = CMD | OWN, .handler = cordon_handle_windows_timeout},
    {"tree", "/a /f -L=t -I=t -P=t -o=w -H=t -T=t --charset=t --filelimit=t --sort=t --timefmt=t --gitfile=r "
     "--infofile=r --fromfile -a -d -f -s -h", "r*", .flags = CMD},
    {"where", "/f /q /r=r /t -Property=e -Value=e -FilterScript=t!unreadable -like -notlike -match -notmatch -eq -ne -gt "
     "-ge -lt -le -contains -in -is", "m*", .flags = CMD},
    {"xcopy", "/a /b /c /compress /d:t /e /exclude:r /f /g /h /i /j /k /l /m /n /o!permissions /p /q /r /s /t /u /v /w "
     "/x!permissions /y /-y /z", "r w", .flags = CMD},

    /* Permissions. */
    {"cacls|icacls|xcacls", "/c /d /deny /e /findsid /g /grant:t /inheritance:t /inheritancelevel:t /l /m /p /q /r /remove:t "
     "/reset /restore /s:t /save /setintegritylevel /setowner /substitute /t /verify", .flags = CMD | OWN,
     .handler = cordon_handle_access_list, .reason = "changes permissions"},
    {"cipher", .flags = OWN, .handler = cordon_handle_windows_permissions, .reason = "encrypts files or wipes disks"},
    {"subinacl|setacl|takeown", .rule = CORDON_RULE_PERMISSIONS, .reason = "changes owners or permissions"},
    {"gsudo", "-u,--user=t!permissions -s,--system!permissions --ti!permissions -d,--direct!shell --loadProfile "
     "-i,--integrity=t -n,--new -w,--wait -k --chdir=d", "o", .rule = CORDON_RULE_PRIVILEGE},
    {"runas", "/env /netonly /noprofile /profile /savecred!secret /showtrustlevels /smartcard /trustlevel:t /user:t",
     .rule = CORDON_RULE_PRIVILEGE, .flags = CMD | OWN, .handler = cordon_handle_runas},

    /* Processes and services. */
    {"logoff|rwinsta|tscon|tsdiscon", .rule = CORDON_RULE_KILL, .reason = "ends the session of a user"},
    {"net|net1", .flags = STRICT},
    {"net|net1 config|help|helpmsg|statistics", NULL, .operands = "t*"},
    {"net|net1 continue|pause|stop", NULL, "t*", .rule = CORDON_RULE_KILL, .reason = "stops or steers a service"},
    {"net|net1 start", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES, .hint = ASK_USER},
    {"net|net1 computer|file|print|send|session|share|time|use|view", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"net|net1 accounts|group|localgroup|user", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_USERS},
    {"pskill|pskill64|pssuspend|pssuspend64|taskkill|tskill", .rule = CORDON_RULE_KILL, .reason = "stops processes"},
    {"psshutdown|psshutdown64|shutdown", .flags = OWN, .handler = cordon_handle_windows_kill,
     .reason = "stops the whole machine"},
    {"sc", .flags = STRICT}, /* in Windows PowerShell this is Set-Content, which is then refused */
    {"sc enumdepend|getdisplayname|getkeyname|help|qc|qdescription|qfailure|qprivs|query|queryex|showsid", NULL, .operands = "t*"},
    {"sc control|interrogate|pause|continue|stop", NULL, "t*", .rule = CORDON_RULE_KILL,
     .reason = "stops or steers a service"},
    {"sc start", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES, .hint = ASK_USER},
    {"sc boot|config|create|delete|description|failure|failureflag|lock|privs|sdset|sdshow|sidtype|triggerinfo", NULL,
     "t*", .rule = CORDON_RULE_PERMISSIONS, .reason = "changes the services of the machine"},
    {"schtasks", SERVER "/change!permissions /create!endless /delete!permissions /end!kill /fo=t /hresult /i /nh /query "
     "/run!endless /showsid /tn=t /v /xml:t /sc=t /st=t /tr=t /ru=t /rp=t /mo=t /d=t /m=t /ri=t /et=t /du=t /sd=t /ed=t "
     "/ec=t /np /z /f /rl=t /delay=t /it /enable /disable", "t*", .flags = CMD},
    {"at", WORD(endless), .reason = OUTLIVES},
    {"wmic", "/append:w /authlevel:t /failfast:t /format:t /implevel:t /interactive:t /locale:t /namespace:t "
     "/node:t!remote /output:w /password:t!secret /privileges:t /record:w /role:t /trace:t /user:t /value /every:t!endless "
     "/repeat:t /all", "t*", .flags = CMD, .handler = cordon_handle_wmic},

    /* What is shown of the machine. */
    {"driverquery", SERVER "/fo=t /nh /si /v", "t*", .flags = CMD},
    {"getmac|quser|query|qprocess|qwinsta|qappsrv", SERVER "/fo=t /nh /v /server:t!remote /sm /mode /flow /connect /counter "
     "/id:t", "t*", .flags = CMD},
    {"gpresult", SERVER "/f /h=w /r /scope=t /user=t /v /x=w /z", "t*", .flags = CMD},
    {"mode", NULL, "t*", .flags = DATA},
    {"openfiles", .rule = CORDON_RULE_PERMISSIONS},
    {"systeminfo", SERVER "/fo=t /nh", "t*", .flags = CMD},
    {"tasklist", SERVER "/apps /fi=t /fo=t /m:t /nh /svc /v", "t*", .flags = CMD},
    {"typeperf|perfmon|resmon", .rule = CORDON_RULE_ENDLESS},
    {"whoami", "/all /fo=t /fqdn /groups /logonid /nh /priv /upn /user /claims", "t*", .flags = CMD},

    /* What changes the machine. */
    {"auditpol|bcdboot|bcdedit|bootcfg|bootrec|dism|drvload|gpupdate|ktmutil|lgpo|pnputil|powercfg|reagentc|sfc|secedit|"
     "slmgr|tzutil|usoclient|w32tm|wbadmin|wpeutil|wuauclt|wusa|manage-bde|repair-bde|devcon|mofcomp|winmgmt|tpmtool",
     .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_SYSTEM, .hint = ASK_USER},
    {"chkdsk|chkntfs|defrag|diskpart|diskshadow|dsadd|dsmod|dsrm|esentutl|fsutil|mountvol|ntdsutil|vssadmin|vssuirun",
     .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_DISKS, .hint = ASK_USER},
    {"convert|format|label|recover", WORD(permissions), .reason = CHANGES_DISKS, .hint = ASK_USER},
    {"cmdkey|vaultcmd|credwiz|rekeywiz|dpapimig|syskey|certreq|puttygen|pageant|procdump|procdump64",
     .rule = CORDON_RULE_SECRET, .reason = "works with keys, passwords or other secrets", .hint = ASK_USER},
    {"msiexec", NULL, "m*", .rule = CORDON_RULE_PERMISSIONS, .reason = "installs programs", .hint = ASK_USER},
    {"netsh|netcfg|nbtstat|netdom|nltest|pktmon", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_NET},
    {"reg", .flags = STRICT},
    {"reg compare|export|query|save", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .reason = "reads the registry"},
    {"reg add|copy|delete|flags|import|load|restore|unload", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "changes the registry", .hint = ASK_USER},
    {"regedit|regedt32|regini", .rule = CORDON_RULE_PERMISSIONS, .reason = "changes the registry", .hint = ASK_USER},
    {"subst", .flags = OWN, .handler = cordon_handle_outside_unless_bare, .reason = "makes a drive of a folder",
     .hint = "Use the path itself."},
    {"certutil", .flags = OWN, .handler = cordon_handle_certutil, .reason = "changes keys and certificates"},
    {"wevtutil", .flags = STRICT},
    {"wevtutil el|enum-logs|ep|enum-publishers|gl|get-log|gli|get-log-info|gp|get-publisher|qe|query-events",
     "/c:t /count:t /e:t /f:t /format:t /q:t /query:t /r:t!remote /remote:t!remote /rd:t /u:t /p:t /lf:t /sq:t /bm:r "
     "/sbm:w", "t*", .flags = CMD},

    /* The net. */
    {"arp", "-a -g -v -n=t -d!permissions -s!permissions", "t*", .flags = CMD, .reason = CHANGES_NET},
    {"bitsadmin|desktopimgdownldr", NULL, "m*", .rule = CORDON_RULE_WEB, .reason = "fetches or sends files later",
     .hint = "Use curl."},
    {"ipconfig", "/all /allcompartments /displaydns /flushdns!permissions /registerdns!permissions /release!permissions "
     "/release6!permissions /renew!permissions /renew6!permissions /setclassid!permissions /setclassid6!permissions "
     "/showclassid /showclassid6", "t*", .flags = CMD},
    {"msg", WORD(remote), .reason = "writes on other users' screens"},
    {"mstsc|paexec|psexec|psexec64|psfile|psinfo|psloggedon|psservice|quickassist|rasdial|rasphone|rcmd|rdpclip|"
     "remoteapp|winrm|winrs|winscp|pscp|psftp|kitty|klink|kscp|teamviewer|anydesk|vncviewer|tftp|finger|vmconnect",
     .rule = CORDON_RULE_REMOTE},
    {"netstat", "-a -b -c -d -e -f -i -n -o -p=t -q -r -s -t -x -y", "t*", .flags = CMD, .handler = cordon_handle_netstat},
    {"pathping|tracert", "-4 -6 -d -g=h -h=t -i=t -j=h -n -p=t -q=t -r -s=t -w=t /4 /6 /d /h=t /w=t", "h", .flags = CMD},
    {"ping", "-4,/4 -6,/6 -a,/a -c,/c=t -f,/f -i,/i=t -j,/j=h -k,/k=h -l,/l=t -n,/n=t -p,/p -r,/r=t -s,/s=t "
     "-t,/t!endless -v,/v=t -w,/w=t", "h*", .flags = CMD},
    {"route", "-f!permissions -p!permissions -4 -6", .flags = GROUP},
    {"route print", NULL, .operands = "t*"},
    {"route add|change|delete", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_NET},

    /* Programs with a window. */
    {"charmap|control|devmgmt|dxdiag|eventvwr|iexpress|inetmgr|lusrmgr|magnify|mmc|msconfig|msinfo32|mspaint|narrator|notepad|"
     "notepad++|osk|snippingtool|sndvol|taskmgr|wordpad|procexp|procexp64|procmon|procmon64", NULL, "m*",
     .rule = CORDON_RULE_ENDLESS, .reason = OPENS_WINDOW},
    {"explorer", "/select,/root,/e,/n:r", "m*", .flags = CMD},
    {"start", .flags = OWN, .handler = cordon_handle_start},
    {"clip", NULL, .operands = "t*"},

    /* Languages and builds. */
    {"py|pyw", .flags = OWN, .handler = cordon_handle_py},
    {"pythonw", NULL, NULL, .flags = OWN, .handler = cordon_handle_py},
    {"cl|clang-cl", "/I,-I=a /Fo,-Fo:w /Fe,-Fe:w /Fd,-Fd:w /Fa,-Fa:w /Fi,-Fi:w /Fm,-Fm:w /Fp,-Fp:w /FR,-FR:w /Fr:w "
     "/Fx:w /FI,-FI=r /FU=r /AI=a /doc:w /Tp,-Tp=r /Tc,-Tc=r /D,-D=t /U,-U=t /std,-std:t /W,-W:t /w:t /O,-O:t /EH,-EH:t "
     "/M,-M:t /Z,-Z:t /G,-G:t /R:t /Q,-Q:t /f:t /a:t /arch:t /c /E /EP /P /C /J /TC /TP /X /V:t /H:t /F:t /Y:t /bigobj "
     "/utf-8 /nologo /permissive:t /showIncludes:t /sourceDependencies:w /link /LD /LDd /LN /MP:t /MD /MDd /MT /MTd "
     "/analyze:t /await:t /clr:t /diagnostics:t /errorReport:t /experimental:t /external:t /fp:t /fsanitize:t "
     "/fastfail /help /hotpatch /homeparams /interface /internalPartition /kernel /openmp:t /options:t /pathmap:t "
     "/reference=r /headerUnit=t /scanDependencies:w /source-charset:t /execution-charset:t /validate-charset:t "
     "/volatile:t /wd:t /we:t /wo:t /Wall /WX:t /WL /Wp:t /sdl:t /ifcOutput=w /ifcSearchDir=a " LINKER, "r*",
     .flags = EXACT | SLOW},
    {"link|lib|llvm-lib|lld-link", LINKER "/LIST:t /REMOVE:t /EXTRACT:t /NAME:t /COMMENT:t /SUBSYSTEM:t", "a*",
     .flags = CMD | SLOW},
    {"editbin|dumpbin", "/ALL /ARCHIVEMEMBERS /DEPENDENTS /DIRECTIVES /DISASM:t /EXPORTS /FPO /HEADERS /IMPORTS:t "
     "/LINENUMBERS /LINKERMEMBER:t /LOADCONFIG /NOLOGO /OUT:w /PDATA /PDBPATH:t /RAWDATA:t /RELOCATIONS /SECTION:t "
     "/SUMMARY /SYMBOLS /TLS /UNWINDINFO /STACK:t /HEAP:t /SUBSYSTEM:t /LARGEADDRESSAWARE:t", "r*", .flags = CMD},
    {"ml|ml64", "/c /coff /Fe=w /Fl:w /Fm:w /Fo=w /Fo:w /I=a /link /nologo /D:t /W:t /WX /Zi /Zd /Zf /Zp:t /Cp /Cx /EP "
     "/safeseh /errorReport:t /Ta=r /quiet", "r*", .flags = EXACT | SLOW},
    {"rc|mc|midl|mt", "/fo=w /i=a /d=t /u=t /l=t /n /r /v /nologo /x /c:t /g:t /ln:t /h=w /header=w /iid=w /tlb=w "
     "/out=w /out:w /proxy=w /dlldata=w /env=t /char=t /W:t -manifest=r -outputresource:w -inputresource:r -nologo -out:w",
     "r*", .flags = CMD | SLOW},
    {"csc|fsc|vbc", "/out,-out,-o:w /target,-target,/t,-t:t /reference,-reference,/r,-r:r /lib,-lib:a "
     "/define,-define,/d,-d:t /debug,-debug:t /main,-main,/m:t /nologo,-nologo /optimize,-optimize,/o:t /platform:t "
     "/langversion,-langversion:t /doc:w /pdb:w /recurse:r /resource,/res:r /linkresource:r /addmodule:r /analyzer,/a:r "
     "/warn,/w:t /warnaserror:t /nowarn:t /nullable:t /unsafe,-unsafe /utf8output /win32icon:r /win32manifest:r "
     "/keyfile:r!secret /keycontainer:t!secret /noconfig /nostdlib:t /codepage:t /refout:w /refonly /deterministic:t "
     "/parallel:t /checked:t /standalone /import:t /rootnamespace:t /optionstrict:t /optionexplicit:t", "r*",
     .flags = CMD | SLOW},
    {"msbuild", "/p,-p,/property,-property:m /t,-t,/target,-target:t /m,-m,/maxcpucount,-maxcpucount:t "
     "/v,-v,/verbosity,-verbosity:t /nologo,-nologo /r,-r,/restore,-restore:t /rp,-rp,/restoreproperty:m "
     "/bl,-bl,/binarylogger:w /flp,-flp,/flp1,/fileloggerparameters:m /fl,-fl,/filelogger /clp,-clp,/consoleloggerparameters:t "
     "/l,-l,/logger,-logger:r /dl,/distributedlogger:r /noconlog,-noconlog,/noconsolelogger /nr,-nr,/nodereuse,-nodeReuse:t "
     "/pp,-pp,/preprocess:w /tv,-tv,/toolsversion:t /ds,/detailedsummary:t /graph,-graph,/g:t /warnaserror,-warnaserror,/err:t "
     "/warnasmessage,-warnasmessage,/nowarn:t /ignore:t /noautorsp,-noautorsp,/noautoresponse /interactive:t "
     "/getproperty,-getProperty:t /getitem,-getItem:t /gettargetresult,-getTargetResult:t /getresultoutputfile:w "
     "/ts,/targets:w /profileevaluation,/prof:w /irc,/inputresultscaches:r /orc,/outputresultscache:w /low,/lowpriority:t "
     "/question,/q:t /isolate,/isolateprojects:t /featureavailability,/fa:t /check:t /tl,-tl,/terminallogger:t /tlp:t "
     "/val,/validate:r /ver,/version,-version /h,/help,-help", "r*", .flags = CMD | SLOW},
    {"devenv", "/build=t /rebuild=t /clean=t /project=r /projectconfig=t /out=w /upgrade /nosplash /log=w /safemode "
     "/deploy=t!publish /run!endless /runexit!endless /command=t!shell /edit=r!endless /setup!permissions", "r*",
     .flags = CMD | SLOW},
    {"mstest|nunit3-console|vstest.console|xunit.console", "/tests,/test:t /settings,--settings:r /testsettings:r /logger,--logger:t "
     "/platform:t /framework:t /parallel /testcasefilter:t /enablecodecoverage /inisolation /resultsdirectory:w "
     "/resultsfile:w /collect:t /blame:t /diag:w /listtests,/lt:t /testadapterpath:r /testcontainer:r /category:t "
     "/nologo /usevsixextensions:t -xml=w -html=w --result=w --work=w --out=w --where=t --test=t --testlist=l --labels=t "
     "-trait=t -notrait=t -method=t -class=t", "r*", .flags = CMD | SLOW},
    {"nmake", "/f=r /x=w /a /b /c /d /e /help /i /k /n /nologo /p /q /r /s /t /u /y /errorreport:t", "m*",
     .flags = CMD | SLOW, .handler = cordon_handle_targets},
    {"ildasm|ilasm", "/out,/output:w /dll /exe /debug:t /quiet /text /key:r!secret /resource:r /nologo /all /item:t /metadata:t "
     "/html /noil /utf8 /unicode", "r*", .flags = CMD},
    {"makecert|pvk2pfx|sn|cert2spc", .rule = CORDON_RULE_SECRET, .reason = "works with keys", .hint = ASK_USER},
    {"signtool", .rule = CORDON_RULE_SECRET, .flags = GROUP, .reason = "works with keys", .hint = ASK_USER},
    {"signtool verify", "/a /all /pa /v /q /debug /d /hash /kp /ms /o,/pg,/ph,/r,/tw:t", "r*", .flags = CMD},
    {"iscc|makensis|candle|light", "/o,/out:w /d:t /v:t /q /nologo -o=w -out=w -d:t -ext=t", "r*", .flags = CMD | SLOW},

    /* Managers of packages. */
    {"choco|chocolatey|cinst|cup|cuninst", "-y -v -d", .flags = GROUP},
    {"choco|chocolatey install|upgrade|uninstall|update|pin|pack|new", "-s,--source=m --version=t --params=t -y -f --ia=t "
     "--package-parameters=t --install-arguments=t -o --outputdirectory=w", "k*", .flags = SLOW},
    {"choco|chocolatey info|find|list|outdated|search|help|features|sources", "-s,--source=m", .operands = "t*"},
    {"choco|chocolatey push", NULL, "t*", .rule = CORDON_RULE_PUBLISH},
    {"choco|chocolatey apikey|setapikey", NULL, "t*", .rule = CORDON_RULE_SECRET},
    {"choco|chocolatey config|feature|source|template|unpackself", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_SYSTEM},
    {"scoop", .flags = GROUP},
    {"scoop install|update|uninstall|download|reset|cleanup|hold|unhold", "-a,--arch=t", "k*", .flags = SLOW},
    {"scoop bucket", NULL, .operands = "t t? g?"},
    {"scoop alias|config|shim|import", NULL, "t*", .rule = CORDON_RULE_SHELL, .reason = "changes what commands mean"},
    {"scoop cat|checkup|depends|export|help|home|info|list|prefix|search|status|which", NULL, .operands = "t*"},
    {"winget", .flags = GROUP},
    {"winget add|download|import|install|remove|rm|uninstall|update|upgrade|repair", "--id=t -e --exact -s,--source=t -m,--manifest=m "
     "-l,--location=w -v,--version=t --scope=t -a,--architecture=t --override=t --custom=t --locale=t -o,--log=w "
     "--proxy=h -i,--import-file=r -q,--query=t --name=t --moniker=t -d,--download-directory=w -r,--rename=t --header=t",
     "k*", .flags = SLOW},
    {"winget configure|configuration|dscv3|mcp|pin|settings|source|features", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_SYSTEM},
    {"winget export|hash|validate", "-o,--output=w -f,--file=r -s,--source=t", .operands = "r*"},
    {"winget find|list|ls|search|show|view", "--id=t -s,--source=t -q,--query=t --name=t -n,--count=t", .operands = "t*"},
};
/* clang-format on */

const CordonProgramTable cordon_programs_cmd = {ROWS, G_N_ELEMENTS(ROWS)};
