/* SPDX-License-Identifier: MIT */
/* Cmdlets of PowerShell with their aliases, and the names that cmd.exe has for the same: one row reads the words of both,
 * and those of the programs of Unix that go by the same name.  Sorted by subject, then by name.  Sources: the help of the
 * cmdlets in PowerShell 7.4 and Windows PowerShell 5.1, cmd /?.
 *
 * Letters of Unix ("-f") are listed where a parameter begins like them: what they take would be its value. */
#include <string.h>

#include "filter/programs/handlers.h"

enum {
    PS = CORDON_PROGRAM_WINDOWS | CORDON_PROGRAM_CASE_FOLDED,
    BOTH = PS | CORDON_PROGRAM_SLASH_OPTIONS,
    DATA = CORDON_PROGRAM_DATA,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    LISTS = CORDON_PROGRAM_LISTS_PATHS,
    SLOW = CORDON_PROGRAM_LONG_TIME,
};

/* What every cmdlet takes.  The variables are judged as paths, since their names may have a drive: env:PATH.  No -wa: that
 * is -Wait, too. */
#define COMMON                                                                                     \
    " -Verbose,-vb -Debug,-db -ErrorAction,-ea=t -WarningAction=t -InformationAction,-infa=t "     \
    "-ErrorVariable,-ev=r "                                                                        \
    "-WarningVariable,-wv=r -InformationVariable,-iv=r -OutVariable,-ov=r -OutBuffer,-ob=t "       \
    "-PipelineVariable,-pv=r "                                                                     \
    "-ProgressAction,-proga=t -WhatIf,-wi -Confirm,-cf"
/* What those take that have paths. */
#define PATHS(k) "-Path=" k " -LiteralPath,-PSPath,-LP=" k " "
#define CHOICE   "-Filter=r -Include=r -Exclude=e -Credential=t!secret -Force -Recurse "
#define REMOTE   "-ComputerName,-Cn=t!remote -CimSession=t!remote -Credential=t!secret "
#define OBJECT   "-InputObject=e -Property=e "

#define RULE(rule) .flags = PS, .handler = cordon_handle_windows_##rule

/* Reasons and hints that several rows share. */
#define CHANGES_NET    "changes the machine's network"
#define CHANGES_SHELL  "changes the shell that reads the line"
#define CHANGES_SYSTEM "changes how the machine is set up"
#define CHANGES_USERS  "changes the users of the machine"
#define OUTLIVES       "starts what outlives the command"
#define KEEPS_SECRETS  "works with keys, passwords or other secrets"
#define ASK_USER       "Ask the user to do it in the terminal."
#define PLAIN_COMMAND  "Write the command itself."

/* clang-format off */
static const CordonProgram ROWS[] = {
    /* Files that are read. */
    {"cat|gc|get-content|type", PATHS("r") CHOICE "-AsByteStream -Delimiter=t -Encoding=t -Raw -ReadCount=t -Stream=t "
     "-Tail,-Last=t -TotalCount,-First,-Head=t -Wait!endless -A -b -e -n -s -t -u -v" COMMON, "r*", .flags = PS,
     .handler = cordon_handle_piped_files},
    {"dir|gci|get-childitem|ls", PATHS("r") CHOICE "-Attributes=t -CodeSigningCert -Depth=t -Directory,-ad -DocumentEncryptionCert "
     "-File,-af -FollowSymlink -Hidden,-ah,-h -Name -ReadOnly,-ar -System,-as -a -d -f -i -l -r -s -t -A -I=t -w=t "
     "/-c /4 /a:t /b /c /d /l /n /o:t /p /q /r /s /t:t /w /x" COMMON, "r*", .flags = BOTH | LISTS,
     .handler = cordon_handle_piped_files},
    {"gi|get-item", PATHS("r") CHOICE "-Stream=t" COMMON, "r*", .flags = PS | LISTS, .handler = cordon_handle_piped_files},
    {"gp|get-itemproperty|gpv|get-itempropertyvalue", PATHS("r") CHOICE "-Name=t" COMMON, "r*", .flags = PS},
    {"convert-path|cvpa|resolve-path|rvpa|test-path", PATHS("r") CHOICE "-PathType,-Type=t -IsValid -NewerThan=t "
     "-OlderThan=t -Relative -RelativeBasePath=r" COMMON, "r*", .flags = PS},
    {"fhx|format-hex|get-filehash|get-authenticodesignature|test-filecatalog|test-json|test-modulemanifest|"
     "test-scriptfileinfo", PATHS("r") "-Algorithm=t -CatalogFilePath=r -Content=t -Count=t -Encoding=t -FilePath=r "
     "-InputObject=e -InputStream=t -Json=e -Offset=t -Options=t -Raw -Schema=t -SchemaFile=r" COMMON, "r*", .flags = PS},
    {"import-clixml|import-csv|ipcsv|import-powershelldatafile|import-localizeddata", PATHS("r") "-BaseDirectory=r "
     "-BindingVariable=t!shell -Delimiter=t -Encoding=t -FileName=r -First=t -Header=t -IncludeTotalCount -Skip=t "
     "-SupportedCommand=t -UICulture=t -UseCulture" COMMON, "r*", .flags = PS},
    {"select-string|sls", PATHS("r") "-AllMatches -CaseSensitive -Context=t -Culture=t -Encoding=t -Exclude=e -Include=r "
     "-InputObject=e -List -NoEmphasis -NotMatch -Pattern=e -Quiet -Raw -SimpleMatch" COMMON, "e*", .flags = PS,
     .handler = cordon_handle_select_string},
    {"select-xml", PATHS("r") "-Content=e -Namespace=t -Xml=e -XPath=e" COMMON, "e r*", .flags = PS},
    {"compare|compare-object|diff", "-ReferenceObject=r -DifferenceObject=r -CaseSensitive -Culture=t -ExcludeDifferent "
     "-IncludeEqual -PassThru -Property=e -SyncWindow=t -c -d -e -i -p -r -s -w" COMMON, "r*", .flags = PS},
    {"sort", "-Property=e -Bottom=t -CaseSensitive -Culture=t -Descending -InputObject=e -Stable -Top=t -Unique "
     "-b -c -d -f -i -k=t -m -n -o,--output=w -s -S=t -t,-T=w -u --compress-program=p --files0-from=l "
     "--field-separator=t --key=t --parallel=t --temporary-directory=w "
     "/c /l,/locale=t /m,/memory=t /o,/output=w /r,/reverse /rec,/record=t /t,/temporary=w /uniq,/unique" COMMON, "r*",
     .flags = BOTH},

    /* Files that are written. */
    {"ac|add-content|set-content", PATHS("w") CHOICE "-AsByteStream -Encoding=t -NoNewline -PassThru -Stream=t -Value=e" COMMON,
     "e*", .flags = PS, .handler = cordon_handle_set_content},
    {"clc|clear-content|clear-item|cli|set-item|si", PATHS("w") CHOICE "-Stream=t -Value=e -PassThru" COMMON, "w*",
     .flags = PS, .handler = cordon_handle_piped_files},
    {"clear-recyclebin|crbin", RULE(outside), .reason = "deletes what the user may still want back"},
    {"copy|copy-item|cp|cpi", PATHS("r") CHOICE "-Container -Destination=w+W -FromSession=t!remote -PassThru "
     "-ToSession=t!remote -R+R -r+R -a+R -d -f -H -i -l -L -n -p -P -s -t=w+W -T -u -v "
     "/-y /a /b /d /l /n /v /y /z" COMMON, "r r* W", .flags = BOTH, .handler = cordon_handle_piped_sources},
    {"mi|move|move-item|mv", PATHS("w") CHOICE "-Destination=w -PassThru -b -f -i -n -t=w -T -u -v /-y /y" COMMON, "w*",
     .flags = BOTH, .handler = cordon_handle_piped_sources},
    {"ren|rename|rename-item|rni", PATHS("w") "-NewName=w -Credential=t!secret -Force -PassThru" COMMON, "w*", .flags = PS,
     .handler = cordon_handle_piped_sources},
    {"del|erase|rd|remove-item|ri|rm|rmdir", PATHS("x") CHOICE "-Stream=t -d -f -i -I -p -r -R -v /a:t /f /p /q /s" COMMON,
     "x*", .flags = BOTH, .handler = cordon_handle_remove_item},
    {"md|mkdir|new-item|ni", PATHS("w") "-Name=w -ItemType,-Type=t -Value,-Target=t -Credential=t!secret -Force -m=t -p -v"
     COMMON, "w*", .flags = PS, .handler = cordon_handle_new_item},
    {"out-file", "-FilePath,-Path=w -LiteralPath,-PSPath,-LP=w -Append -Encoding=t -Force -InputObject=e "
     "-NoClobber,-NoOverwrite -NoNewline -Width=t" COMMON, "w t", .flags = PS},
    {"tee|tee-object", "-FilePath,-Path=w -LiteralPath,-PSPath,-LP=w -Append -Encoding=t -InputObject=e -Variable=r -a -i "
     "-p" COMMON, "w*", .flags = PS},
    {"epcsv|export-clixml|export-csv|export-formatdata|export-binarymilog|export-counter", PATHS("w") "-Append -Delimiter=t "
     "-Depth=t -Encoding=t -Force -IncludeTypeInformation -InputObject=e -NoClobber,-NoOverwrite -NoHeader "
     "-NoTypeInformation,-NTI -QuoteFields=t -UseCulture -UseQuotes=t" COMMON, "w t", .flags = PS},
    {"compress-archive", PATHS("y") "-CompressionLevel=t -DestinationPath=w+W -Force -PassThru -Update" COMMON, "y y* W",
     .flags = PS, .handler = cordon_handle_piped_sources},
    {"expand-archive", PATHS("r") "-DestinationPath=w -Force -PassThru" COMMON, "r w", .flags = PS},
    {"new-modulemanifest|new-scriptfileinfo|new-psscriptfileinfo|new-markdownhelp|new-temporaryfile", PATHS("w")
     "-OutputFolder=w" COMMON, "w*", .flags = PS},
    {"start-transcript", PATHS("w") "-OutputDirectory=w -Append -Force -IncludeInvocationHeader -NoClobber "
     "-UseMinimalHeader" COMMON, "w", .flags = PS, .handler = cordon_handle_start_transcript},
    {"stop-transcript", NULL, "t*", .flags = PS},

    /* Words and objects: nothing is read, whatever they look like. */
    {"-ccontains|-clike|-cmatch|-cnotcontains|-cnotlike|-cnotmatch|-contains|-creplace|-csplit|-icontains|-ilike|-imatch|"
     "-inotcontains|-inotlike|-inotmatch|-ireplace|-isplit|-join|-like|-match|-notcontains|-notlike|-notmatch|-replace|-split",
     NULL, "e*", .flags = PS | DATA},
    {"echo|write|write-output", "-InputObject=e -NoEnumerate" COMMON, "e*", .flags = PS | DATA},
    {"write-debug|write-error|write-host|write-information|write-progress|write-verbose|write-warning",
     "-Activity=e -BackgroundColor=t -Category=t -CategoryActivity=e -CategoryReason=e -CategoryTargetName=e "
     "-CategoryTargetType=e -Completed -CurrentOperation=e -ErrorId=e -ForegroundColor=t -Id=t -Message,-Msg=e "
     "-MessageData=e -NoNewline -Object=e -ParentId=t -PercentComplete=t -RecommendedAction=e -SecondsRemaining=t "
     "-Separator=e -SourceId=t -Status=e -Tags=e -TargetObject=e" COMMON, "e*", .flags = PS | DATA},
    {"oh|oss|out-default|out-host|out-null|out-string", "-InputObject=e -NoNewline -Paging!endless -Stream -Width=t"
     COMMON, "e*", .flags = PS | DATA},
    {"convertfrom-csv|convertfrom-json|convertfrom-stringdata|convertfrom-clixml|convertto-clixml|convertto-csv|convertto-json|"
     "convertto-xml|convertfrom-sddlstring",
     OBJECT "-As=t -AsArray -AsHashtable -Compress -Delimiter=e -Depth=t -EnumsAsStrings -EscapeHandling=t -Header=e "
     "-IncludeTypeInformation -NoEnumerate -NoHeader -NoTypeInformation,-NTI -QuoteFields=e -StringData=e -UseCulture "
     "-UseQuotes=t" COMMON, "e*", .flags = PS | DATA},
    {"convertfrom-markdown|show-markdown", PATHS("r") "-AsVT100EncodedString -InputObject=e -UseBrowser!endless" COMMON, "r*",
     .flags = PS},
    {"convertto-html", OBJECT "-As=t -Body=e -Charset=t -CssUri=u -Fragment -Head=e -Meta=e -PostContent=e -PreContent=e "
     "-Title=e -Transitional" COMMON, "e*", .flags = PS | DATA},
    {"fl|format-custom|format-list|format-table|format-wide|ft|fw",
     OBJECT "-AutoSize -Column=t -DisplayError -Depth=t -Expand=t -Force -GroupBy=e -HideTableHeaders -RepeatHeader "
     "-ShowError -View=e -Wrap" COMMON, "e*", .flags = PS | DATA},
    {"get-member|gm|get-unique|gu|group|group-object|measure|measure-object|select|select-object|sort-object|add-member|"
     "get-random|get-securerandom|join-string|new-guid|new-timespan|get-pscallstack",
     OBJECT "-AllStats -AsHashtable -AsString -Average -Bottom=t -CaseInsensitive -CaseSensitive -Character -Count=t -Culture=t "
     "-Descending -DoubleQuote -End=t -ExcludeProperty=e -ExpandProperty=e -First=t -Force -FormatString=e "
     "-IgnoreWhiteSpace -Index=t -Last=t -Line -Maximum=t -MemberType=t -Minimum=t -Name=e -NoElement "
     "-NotePropertyName=e -NotePropertyValue=e -OutputPrefix=e -OutputSuffix=e -Separator=e -SetSeed=t -Shuffle -SingleQuote "
     "-Skip=t -SkipIndex=t -SkipLast=t -Stable -StandardDeviation -Start=t -Static -Sum -Top=t -TypeName=e -Unique -Value=e "
     "-View=t -Wait -Word" COMMON, "e*", .flags = PS | DATA},
    {"?|where-object", OBJECT "-FilterScript=t!unreadable -Value=e -CContains -CEQ -CGE -CGT -CIn -CLE -CLike -CLT -CMatch -CNE "
     "-CNotContains -CNotIn -CNotLike -CNotMatch -Contains -EQ -GE -GT -In -Is -IsNot -LE -Like -LT -Match -NE -Not "
     "-NotContains -NotIn -NotLike -NotMatch" COMMON, "e*", .flags = PS | DATA},
    {"%|foreach|foreach-object", "-MemberName=e -ArgumentList=t!unreadable -Begin=t!unreadable -End=t!unreadable -InputObject=e "
     "-Parallel=t!unreadable -Process=t!unreadable -RemainingScripts=t!unreadable -ThrottleLimit=t -TimeoutSeconds=t" COMMON,
     "e*", .flags = PS | DATA, .handler = cordon_handle_foreach_object},
    {"join-path|split-path", "-Path=e -LiteralPath=e -AdditionalChildPath=e -ChildPath=e -Credential=t!secret -Extension "
     "-IsAbsolute -Leaf -LeafBase -NoQualifier -Parent -Qualifier -Resolve!unreadable" COMMON, "e*", .flags = PS | DATA},
    {"date|time", "/t -AsUTC -Date=t -Day=t -DisplayHint=t -Format,-f=t -Hour=t -Millisecond=t -Minute=t -Month=t -Second=t "
     "-UFormat=t -UnixTimeSeconds,-UnixTime=t -Year=t -d=t -u" COMMON, "e*", .flags = BOTH | DATA,
     .handler = cordon_handle_clock},
    {"get-date", "-AsUTC -Date=e -Day=t -DisplayHint=t -Format=e -Hour=t -Millisecond=t -Minute=t -Month=t -Second=t "
     "-UFormat=e -UnixTimeSeconds,-UnixTime=t -Year=t" COMMON, "e*", .flags = PS | DATA},

    /* What is shown of the shell and the machine. */
    {"gal|gcm|gdr|get-alias|get-command|get-culture|get-error|get-event|get-eventsubscriber|get-executionpolicy|"
     "get-experimentalfeature|get-formatdata|get-host|get-location|get-module|get-psbreakpoint|get-psdrive|get-psprovider|"
     "get-tracesource|get-typedata|get-uiculture|get-uptime|get-variable|get-verb|gl|gmo|gv|pwd|get-job|gjb|gerr",
     "-All -ArgumentList=t -CommandType,-Type=t -Definition=t -Exclude=e -FullyQualifiedModule=t -FullyQualifiedName=t "
     "-Id=t -ListAvailable -ListImported -Module=t -Name=t -Newest=t -Noun=t -ParameterName=t -ParameterType=t "
     "-PSDrive=t -PSProvider=t -PSEdition=t -PSSession=t!remote -CimSession=t!remote -Refresh -Scope=t -ShowCommandInfo -Since "
     "-SkipEditionCheck -Stack -StackName=t -State=t -Syntax -TotalCount=t -UseAbbreviationExpansion "
     "-UseFuzzyMatching -ValueOnly -Verb=t -L -P" COMMON, "t*", .flags = PS},
    {"get-help|help|man", "-Category=t -Component=t -Detailed -Examples -Full -Functionality=t -Name=t -Online!web -Parameter=t "
     "-Path=r -Role=t -ShowWindow!endless" COMMON, "t*", .flags = PS | DATA},
    {"gps|get-process|ps", REMOTE "-FileVersionInfo -Id,-PID=t -IncludeUserName -InputObject=e -Module -Name,-ProcessName=t" COMMON,
     "t*", .flags = PS},
    {"gsv|get-service", REMOTE "-DependentServices -DisplayName=t -Exclude=e -Include=t -InputObject=e -Name,-ServiceName=t "
     "-RequiredServices" COMMON, "t*", .flags = PS},
    {"gcim|get-ciminstance|gcls|get-cimclass|get-wmiobject|gwmi|get-hotfix|gin|get-computerinfo|get-timezone|gtz|"
     "get-eventlog|get-winevent|get-counter|get-netadapter|get-netipaddress|get-netipconfiguration|get-netroute|get-netneighbor|"
     "get-nettcpconnection|get-netudpendpoint|get-disk|get-partition|get-physicaldisk|get-volume|get-pnpdevice|"
     "get-localuser|get-localgroup|get-localgroupmember|get-scheduledtask|get-windowsfeature|get-windowsoptionalfeature|"
     "get-netfirewallrule|get-netfirewallprofile|get-mpcomputerstatus|get-printer|get-appxpackage|get-package|get-packageprovider|"
     "get-packagesource|get-installedmodule|get-installedscript|get-installedpsresource|get-psrepository|get-smbshare|"
     "get-dnsclientcache|get-dnsclientserveraddress|get-winsystemlocale|get-winuserlanguagelist",
     REMOTE "-Session=t!remote -AsBaseObject -Class,-ClassName=t -Continuous!endless -Counter=t -DisplayName=t -DriveLetter=t "
     "-Filter=e -FilterHashtable=t -FilterXPath=e -IPAddress=t -Id=t -Index=t -InterfaceAlias=t -KeyOnly -List -ListLog=t "
     "-ListProvider=t -LocalAddress=t -LocalPort=t -LogName=t -MaxEvents=t -MaxSamples=t -Name=t -Namespace=t -Newest=t "
     "-OwningProcess=t -Path=r -Property=t -ProviderName=t -Query=e -RemotePort=t -SampleInterval=t -State=t -TaskName=t" COMMON,
     "t*", .flags = PS},
    {"get-acl", PATHS("r") CHOICE "-Audit -AllCentralAccessPolicies" COMMON, "r*", .flags = PS},
    {"clear|clear-host|clhy", NULL, "t*", .flags = PS | DATA},
    {"resolve-dnsname|test-connection|test-netconnection|tnc", "-ComputerName,-TargetName,-Cn=h -Name=h -Server=h -BufferSize=t "
     "-CommonTCPPort=t -Continuous!endless -Count=t -Delay=t -DestinationHostname -DontFragment -Hops,-TTL=t -InformationLevel=t "
     "-IPv4 -IPv6 -MaxHops=t -MTUSize -Ping -Port,-TcpPort=t -Quiet -Repeat!endless -ResolveDestination -Source=t!remote "
     "-TimeoutSeconds=t -Traceroute -Type=t -Credential=t!secret" COMMON, "h*", .flags = PS},

    /* Waiting. */
    {"sleep|start-sleep", "-Seconds,-s=t -Milliseconds,-m,-ms=t -Duration=t" COMMON, "t*", .flags = PS | DATA,
     .handler = cordon_handle_start_sleep},
    {"pause|read-host", "-Prompt=e -AsSecureString!secret -MaskInput", "e*", .flags = PS | DATA,
     .handler = cordon_handle_windows_endless, .reason = "waits for a person"},
    {"ogv|out-gridview|show-command|shcm|show-controlpanelitem", RULE(endless),
     .reason = "opens a window"},
    {"debug-job|debug-process|debug-runspace|enter-pshostprocess|wait-debugger|wait-event|wait-job|"
     "wait-process|wjb|watch-command", RULE(endless), .reason = "waits until something else ends"},

    /* Processes and services. */
    {"kill|spps|stop-process", .rule = CORDON_RULE_KILL, .flags = PS | DATA, .operands = "e*", .reason = "stops processes"},
    {"restart-service|resume-service|spsv|stop-service|suspend-service", RULE(kill), .reason = "stops or steers a service"},
    {"restart-computer|stop-computer|restart-vm|stop-vm|suspend-vm|save-vm|checkpoint-computer|restore-computer",
     RULE(kill), .reason = "stops the whole machine"},
    {"remove-job|rjb|spjb|stop-job|stop-scheduledtask|disconnect-pssession|dnsn|"
     "remove-ciminstance|rcim|remove-wmiobject|rwmi", RULE(kill), .reason = "stops or removes what runs on the machine"},
    {"icim|invoke-cimmethod|invoke-wmimethod|iwmi|new-ciminstance|ncim|set-ciminstance|scim|set-wmiinstance|swmi|"
     "register-cimindicationevent|register-wmievent", RULE(remote), .reason = "steers the machine, or another one"},
    {"sasv|start-service|start-scheduledtask|register-scheduledtask|register-scheduledjob|new-scheduledtask|"
     "new-scheduledtaskaction|new-scheduledtasktrigger|set-scheduledtask|enable-scheduledtask|new-jobtrigger|add-jobtrigger|"
     "start-job|sajb|start-threadjob|receive-job|rcjb|resume-job|rujb|start-vm|resume-vm|register-objectevent|"
     "register-engineevent", RULE(endless), .reason = OUTLIVES, .hint = PLAIN_COMMAND},
    {"disable-scheduledtask|unregister-scheduledtask|unregister-scheduledjob|unregister-event|disable-scheduledjob|"
     "enable-scheduledjob|export-scheduledtask", RULE(permissions), .reason = CHANGES_SYSTEM},
    {"saps|start-process", "-FilePath,-Path=t -ArgumentList,-Args=e -Credential=t!permissions -Environment=t!shell -LoadUserProfile "
     "-NoNewWindow,-nnw -PassThru -RedirectStandardError,-RSE=w -RedirectStandardInput,-RSI=r -RedirectStandardOutput,-RSO=w "
     "-UseNewEnvironment -Verb=t -Wait -WindowStyle=t -WorkingDirectory=r" COMMON, "e*", .flags = PS,
     .handler = cordon_handle_start_process},

    /* What changes or becomes the shell. */
    {"iex|invoke-expression", RULE(shell), .reason = "reads a text as a command", .hint = PLAIN_COMMAND},
    {"ihy|invoke-history|r|add-history|clear-history|get-history|ghy|h|history", RULE(shell),
     .reason = "reads, runs or changes the user's history", .hint = PLAIN_COMMAND},
    {"epal|export-alias|import-alias|ipal|nal|new-alias|remove-alias|sal|set-alias", RULE(shell),
     .reason = "gives a command another meaning", .hint = PLAIN_COMMAND},
    {"clear-variable|clv|new-variable|nv|remove-variable|rv|set-variable|sv", RULE(shell), .reason = "changes variables of the shell",
     .hint = "Write the value itself."},
    {"set", .flags = OWN, .handler = cordon_handle_set, .reason = "changes the environment of the shell",
     .hint = "Give the value to the program as an option."},
    {"import-module|ipmo", "-Alias=t -ArgumentList=t -AsCustomObject -Assembly=t -CimSession=t!remote -Cmdlet=t "
     "-DisableNameChecking -Force -FullyQualifiedName=r -Function=t -Global -MaximumVersion=t -MinimumVersion=t "
     "-ModuleInfo=t -Name=r -NoClobber -PassThru -Prefix=t -PSSession=t!remote -RequiredVersion=t -Scope=t "
     "-SkipEditionCheck -UseWindowsPowerShell -Variable=t" COMMON, "r*", .flags = PS,
     .handler = cordon_handle_import_module, .reason = "gives commands another meaning",
     .hint = "Modules are loaded when one of their commands is used."},
    {"new-module|nmo|remove-module|rmo|export-modulemember|import-pssession|ipsn|export-pssession|epsn|add-pssnapin|asnp|"
     "remove-pssnapin|rsnp|enable-psbreakpoint|ebp|disable-psbreakpoint|dbp|set-psbreakpoint|sbp|remove-psbreakpoint|rbp|gbp|"
     "gcs|set-executionpolicy|set-psdebug|set-strictmode|set-tracesource|trace-command|trcm|update-formatdata|update-typedata|"
     "remove-typedata|register-argumentcompleter|set-psreadlineoption|set-psreadlinekeyhandler|remove-psreadlinekeyhandler|"
     "enable-experimentalfeature|disable-experimentalfeature|new-event|enable-runspacedebug|"
     "disable-runspacedebug|remove-event|switch-process|"
     "set-clipboardhandler", RULE(shell), .reason = CHANGES_SHELL,
     .hint = "Leave it out."},
    {"pop-location|popd", RULE(shell), .reason = "changes the folder to one that is not written out",
     .hint = "Use cd FOLDER."},
    {"push-location|pushd", "-Path=d -LiteralPath=d -StackName=t -PassThru" COMMON, "d*", RULE(shell),
     .reason = "changes the shell's stack of folders", .hint = "Use cd FOLDER."},
    {"ii|invoke-item", PATHS("r") CHOICE COMMON, "r*", RULE(shell), .reason = "opens files with whatever is meant for them",
     .hint = "Run the program itself."},
    {"add-type", PATHS("r") "-AssemblyName=t -CompilerOptions=t!unreadable -IgnoreWarnings -Language=t -MemberDefinition=c "
     "-Name=t -Namespace=t -OutputAssembly=w -OutputType=t -PassThru -ReferencedAssemblies=r -TypeDefinition=c "
     "-UsingNamespace=t" COMMON, "c*", .flags = PS},
    {"new-object", RULE(unreadable), .reason = "makes an object of any kind", .hint = "Use a cmdlet."},
    {"measure-command|use-transaction|start-transaction|complete-transaction|"
     "undo-transaction", RULE(unreadable), .reason = "runs a script block", .hint = PLAIN_COMMAND},
    {"clear-itemproperty|clp|copy-itemproperty|cpp|mp|move-itemproperty|new-itemproperty|remove-itemproperty|rnp|"
     "rename-itemproperty|rp|set-itemproperty|sp", PATHS("r") CHOICE "-Name=t -Value=e -PropertyType,-Type=t -Destination=r" COMMON,
     "m*", RULE(permissions), .reason = "changes attributes of files or the registry", .hint = ASK_USER},
    {"mount|ndr|new-psdrive|new-smbmapping|new-smbglobalmapping|mount-diskimage|dismount-diskimage|mount-windowsimage", RULE(outside),
     .reason = "gives other places a name", .hint = "Use the path itself."},
    {"rdr|remove-psdrive|remove-smbmapping", RULE(shell), .reason = "changes the drives of the shell"},

    /* Other machines. */
    {"icm|invoke-command|etsn|enter-pssession|exsn|exit-pssession|new-pssession|nsn|remove-pssession|rsn|connect-pssession|cnsn|"
     "receive-pssession|rcsn|get-pssession|gsn|new-cimsession|ncms|remove-cimsession|rcms|get-cimsession|gcms|new-pssessionoption|"
     "connect-wsman|disconnect-wsman|invoke-wsmanaction|get-wsmaninstance|set-wsmaninstance|new-wsmaninstance|"
     "remove-wsmaninstance|set-wsmanquickconfig|test-wsman|new-wsmansessionoption|copy-vmfile|invoke-sqlcmd|new-pswebaccess",
     RULE(remote)},
    {"enable-psremoting|disable-psremoting|enable-wsmancredssp|disable-wsmancredssp|get-wsmancredssp|"
     "enable-pssessionconfiguration|disable-pssessionconfiguration|register-pssessionconfiguration|"
     "set-pssessionconfiguration|unregister-pssessionconfiguration|new-pssessionconfigurationfile|new-psrolecapabilityfile",
     RULE(permissions), .reason = "opens the machine to others"},
    {"connect-azaccount|connect-azuread|connect-exchangeonline|connect-mggraph|connect-msolservice|connect-pnponline|"
     "connect-viserver|connect-sposervice|login-azaccount|login-azurermaccount",
     RULE(remote), .reason = "logs in to a service"},

    /* The web. */
    {"invoke-restmethod|invoke-webrequest|irm|iwr", "-Uri=u -AllowInsecureRedirect -AllowUnencryptedAuthentication "
     "-Authentication=t -Body=e -Certificate=t!secret -CertificateThumbprint=t!secret -ConnectionTimeoutSeconds=t "
     "-ContentType=t -Credential=t!secret -CustomMethod,-CM=t -DisableKeepAlive -FollowRelLink -Form=e -Headers=t -HttpVersion=t "
     "-InFile=r -MaximumFollowRelLink=t -MaximumRedirection=t -MaximumRetryCount=t -Method=t -NoProxy "
     "-OperationTimeoutSeconds=t -OutFile=w -PassThru -PreserveAuthorizationOnRedirect -PreserveHttpMethodOnRedirect "
     "-Proxy=h -ProxyCredential=t!secret -ProxyUseDefaultCredentials!secret -ResponseHeadersVariable,-RHV=r -Resume "
     "-RetryIntervalSec=t -SessionVariable,-SV=r -SkipCertificateCheck -SkipHeaderValidation -SkipHttpErrorCheck "
     "-SslProtocol=t -StatusCodeVariable=r -TimeoutSec=t -Token=t!secret -TransferEncoding=t -UnixSocket=r "
     "-UseBasicParsing,-UB -UseDefaultCredentials!secret -UserAgent=t -WebSession=t" COMMON, "u", .flags = PS,
     .handler = cordon_handle_web_request},
    {"start-bitstransfer", "-Source=u -Destination=w -Asynchronous!endless -Authentication=t -Credential=t!secret -Description=e "
     "-DisplayName=e -Priority=t -ProxyAuthentication=t -ProxyCredential=t!secret -ProxyList=h -ProxyUsage=t -TransferType=t!publish "
     "-RetryInterval=t -RetryTimeout=t -CustomHeaders=t" COMMON, "u w", .flags = PS},
    {"add-bitsfile|complete-bitstransfer|get-bitstransfer|remove-bitstransfer|resume-bitstransfer|set-bitstransfer|"
     "suspend-bitstransfer", RULE(web), .reason = "fetches or sends files later", .hint = "Use Invoke-WebRequest."},
    {"new-webserviceproxy|update-help|save-help|find-module|find-script|find-package|find-psresource|find-command|find-dscresource|"
     "find-rolecapability|find-packageprovider|install-module|install-script|install-package|install-packageprovider|"
     "install-psresource|save-module|save-script|save-package|save-psresource|update-module|update-script|update-psresource|"
     "register-packagesource|register-psrepository|register-psresourcerepository|set-psrepository|set-packagesource|"
     "set-psresourcerepository|unregister-psrepository|unregister-packagesource|add-appxpackage|install-windowsfeature", RULE(web),
     .reason = "fetches from an address that is not on the list", .hint = ASK_USER},
    {"uninstall-module|uninstall-package|uninstall-script|uninstall-psresource|remove-appxpackage|uninstall-windowsfeature|"
     "import-packageprovider", RULE(outside), .reason = "changes what is installed for the user", .hint = ASK_USER},
    {"publish-module|publish-script|publish-psresource|send-mailmessage|lp|out-printer", RULE(publish)},

    /* Secrets. */
    {"get-credential|convertfrom-securestring|convertto-securestring|get-clipboard|gcb|get-secret|set-secret|remove-secret|"
     "get-secretinfo|unlock-secretstore|register-secretvault|get-pfxcertificate|get-pfxdata|import-pfxcertificate|"
     "export-pfxcertificate|export-certificate|import-certificate|new-selfsignedcertificate|get-cmsmessage|protect-cmsmessage|"
     "unprotect-cmsmessage|set-authenticodesignature|get-azaccesstoken|get-storedcredential|"
     "new-storedcredential", RULE(secret), .reason = KEEPS_SECRETS, .hint = ASK_USER},
    {"scb|set-clipboard", "-Append -AsOSC52 -LiteralPath=r -Path=r -Value=e" COMMON, "e*", .flags = PS},

    /* What changes the machine. */
    {"set-acl|unblock-file|new-service|remove-service|set-service|grant-smbshareaccess|"
     "block-smbshareaccess|new-smbshare|remove-smbshare|set-smbshare|set-smbpathacl|add-ntfsaccess|remove-ntfsaccess|"
     "set-ntfsowner|disable-ntfsaccessinheritance", RULE(permissions)},
    {"add-computer|add-localgroupmember|disable-localuser|enable-localuser|new-localgroup|new-localuser|remove-computer|"
     "remove-localgroup|remove-localgroupmember|remove-localuser|rename-computer|rename-localgroup|rename-localuser|"
     "reset-computermachinepassword|set-localgroup|set-localuser|add-adgroupmember|new-aduser|remove-aduser|set-aduser|"
     "set-adaccountpassword|enable-adaccount|disable-adaccount|unlock-adaccount", RULE(permissions), .reason = CHANGES_USERS,
     .hint = ASK_USER},
    {"add-netnat|disable-netadapter|disable-netfirewallrule|enable-netadapter|enable-netfirewallrule|new-netfirewallrule|"
     "new-netipaddress|new-netnat|new-netroute|remove-netfirewallrule|remove-netipaddress|remove-netroute|rename-netadapter|"
     "restart-netadapter|set-dnsclient|set-dnsclientserveraddress|set-netadapter|set-netconnectionprofile|"
     "set-netfirewallprofile|set-netfirewallrule|set-netipaddress|set-netipinterface|set-netroute|clear-dnsclientcache|"
     "register-dnsclient|new-vmswitch|set-vmswitch|add-vpnconnection|set-vpnconnection|add-dnsclientnrptrule|"
     "copy-netfirewallrule|set-nettcpsetting", RULE(permissions), .reason = CHANGES_NET, .hint = ASK_USER},
    {"add-mppreference|add-odbcdsn|add-printer|add-windowscapability|add-windowspackage|clear-disk|clear-eventlog|"
     "disable-bitlocker|disable-computerrestore|disable-pnpdevice|disable-windowsoptionalfeature|enable-bitlocker|"
     "enable-computerrestore|enable-pnpdevice|enable-windowsoptionalfeature|format-volume|initialize-disk|limit-eventlog|"
     "new-eventlog|new-partition|new-vm|new-volume|optimize-volume|remove-eventlog|remove-mppreference|remove-partition|"
     "remove-printer|remove-vm|remove-windowscapability|remove-windowspackage|repair-volume|resize-partition|set-culture|"
     "set-date|set-disk|set-mppreference|set-partition|set-processmitigation|set-timezone|set-vm|set-volume|"
     "set-winhomelocation|set-winsystemlocale|set-winuilanguageoverride|set-winuserlanguagelist|start-mpscan|start-mpwdoscan|"
     "update-mpsignature|write-eventlog|write-volumecache|set-dscconfiguration|start-dscconfiguration|invoke-dscresource|"
     "update-dscconfiguration|set-securebootuefi|install-windowsupdate|get-windowsupdate|hide-windowsupdate|"
     "set-bitsservice|backup-gpo|import-gpo|new-gpo|set-gpregistryvalue|set-appbackgroundtask",
     RULE(permissions), .reason = CHANGES_SYSTEM, .hint = ASK_USER},

    /* Tests and builds. */
    {"invoke-pester", PATHS("r") "-Script=r -CI -CodeCoverage=r -CodeCoverageOutputFile=w -Configuration=t -EnableExit "
     "-ExcludePath=r -ExcludeTag,-ExcludeTagFilter=e -FullName,-FullNameFilter=e -Output=t -OutputFile=w -OutputFormat=t -PassThru "
     "-Quiet -Show=t -Strict -Tag,-TagFilter,-Tags=e -TestName=e" COMMON, "r*", .flags = PS | SLOW},
    {"invoke-scriptanalyzer|invoke-formatter", PATHS("r") "-CustomRulePath=r -EnableExit -ExcludeRule=e -Fix -IncludeRule=e "
     "-Recurse -ReportSummary -ScriptDefinition=e -Settings=r -Severity=t -SuppressedOnly" COMMON, "r*", .flags = PS | SLOW},
    {"ib|invoke-build|invoke-psake|psake", "-Task,-taskList=t -File,-buildFile=r -Result=r -Safe -Summary -docs -nologo "
     "-framework=t -properties=t -parameters=t" COMMON, "r*", .flags = PS | SLOW},
    {"invoke-plaster|update-markdownhelp|new-externalhelp|update-modulemanifest|test-dscconfiguration", PATHS("w") "-TemplatePath=r "
     "-DestinationPath=w -OutputPath=w -Encoding=t -Force" COMMON, "w*", .flags = PS | SLOW},
};
/* clang-format on */

const CordonProgramTable cordon_programs_powershell = {ROWS, G_N_ELEMENTS(ROWS)};

/* clang-format off */
/* Verbs of cmdlets that no table names (Get-Verb); those that only read are not here. */
static const CordonProgram VERBS[] = {
    {"disable|enable|grant|register|revoke|unregister|block|unblock|protect|unprotect|lock|unlock", RULE(permissions)},
    {"stop|suspend|restart|disconnect|terminate", RULE(kill), .reason = "stops or steers what runs on the machine"},
    {"connect|enter|receive", RULE(remote)},
    {"publish|send|submit", RULE(publish)},
    {"mount|dismount|install|uninstall|backup|restore|checkpoint", RULE(permissions), .reason = CHANGES_SYSTEM},
    {"add|clear|initialize|invoke|new|remove|reset|set|update", RULE(unreadable), .reason = "is a cmdlet that is not known",
     .hint = "Use a cmdlet of PowerShell's own, or a program."},
};
/* clang-format on */

static gboolean has_name(const char *names, const char *name, gsize size)
{
    while (*names != '\0') {
        gsize length = strcspn(names, "|");
        if (length == size && strncmp(names, name, size) == 0)
            return TRUE;
        names += length;
        names += *names == '|' ? 1 : 0;
    }
    return FALSE;
}

const CordonProgram *cordon_program_of_verb(const char *name)
{
    gsize size = strcspn(name, "-");

    if (name[size] != '-' || name[size + 1] == '\0' ||
        name[size + 1 + strspn(name + size + 1, G_CSET_a_2_z G_CSET_DIGITS)] != '\0')
        return NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(VERBS); i++) {
        if (has_name(VERBS[i].name, name, size))
            return &VERBS[i];
    }
    return NULL;
}
