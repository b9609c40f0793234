# SPDX-License-Identifier: MIT
# fish completion for cordon.

set -l commands run plan check doctor backends image settings audit help
set -l none "not __fish_seen_subcommand_from $commands"
set -l launch '__fish_seen_subcommand_from run plan'

complete -c cordon -f
complete -c cordon -n $none -l help -d 'show the commands'
complete -c cordon -n $none -l version -d 'show the version'
complete -c cordon -n $none -a run -d 'run a command inside the sandbox'
complete -c cordon -n $none -a plan -d 'show what run would start'
complete -c cordon -n $none -a check -d 'say what the command filter thinks of a command'
complete -c cordon -n $none -a doctor -d 'say which sandboxes can be used'
complete -c cordon -n $none -a backends -d 'list the installed sandboxes'
complete -c cordon -n $none -a image -d 'show, size or pull the image of the docker backend'
complete -c cordon -n $none -a settings -d 'show and change the settings'
complete -c cordon -n $none -a audit -d 'show what agents asked for and what was decided'
complete -c cordon -n $none -a help -d 'show the options of a command'
complete -c cordon -n '__fish_seen_subcommand_from help' -a 'run plan check doctor backends image settings audit'

complete -c cordon -n $launch -l project -x -a '(__fish_complete_directories)' -d 'the project, read-only'
complete -c cordon -n $launch -l loop -x -a '(__fish_complete_directories)' -d 'the one writable folder'
complete -c cordon -n $launch -l sibling -x -a '(__fish_complete_directories)' -d 'folder of another loop, read-only'
complete -c cordon -n $launch -l app-dir -x -a '(__fish_complete_directories)' -d 'folder of the application, read-only'
complete -c cordon -n $launch -l backend -x -a "auto (cordon backends 2>/dev/null | sed '1d; s/ .*//')" -d 'the sandbox to use'
complete -c cordon -n $launch -l sandbox -x -a 'on off' -d 'whether the system holds the folders'
complete -c cordon -n $launch -l limit -x -a 'processes= memory= open-files= scratch=' -d 'a limit'
complete -c cordon -n $launch -l timeout -x -d 'end the command after that many seconds'
complete -c cordon -n $launch -l json -d 'print one JSON object'
complete -c cordon -n $launch -l yes -d 'answer yes where the command filter would ask'
complete -c cordon -n $launch -l help -d 'show the options'
complete -c cordon -n $launch -a '(__fish_complete_subcommand)'

complete -c cordon -n '__fish_seen_subcommand_from check' -l project -x -a '(__fish_complete_directories)' -d 'the project'
complete -c cordon -n '__fish_seen_subcommand_from check' -l loop -x -a '(__fish_complete_directories)' -d 'the one writable folder'
complete -c cordon -n '__fish_seen_subcommand_from check' -l home -x -a '(__fish_complete_directories)' -d 'what ~ means'
complete -c cordon -n '__fish_seen_subcommand_from check' -l sandbox -x -a 'on off' -d 'whether the system holds the folders'
complete -c cordon -n '__fish_seen_subcommand_from check' -l platform -x -a 'linux macos windows' -d 'whose paths and programs are meant'
complete -c cordon -n '__fish_seen_subcommand_from check' -l shell -x -a 'sh cmd ps' -d 'the language of the line'
complete -c cordon -n '__fish_seen_subcommand_from check' -l full-auto -d 'allow what would be asked'
complete -c cordon -n '__fish_seen_subcommand_from check' -l batch -d 'read JSON lines, and print a JSON line for each'
complete -c cordon -n '__fish_seen_subcommand_from check' -l explain -d 'show how the verdict came about'
complete -c cordon -n '__fish_seen_subcommand_from check' -l json -d 'print one JSON object'
complete -c cordon -n '__fish_seen_subcommand_from check' -l help -d 'show the options'
complete -c cordon -n '__fish_seen_subcommand_from check' -a '(__fish_complete_subcommand)'

complete -c cordon -n '__fish_seen_subcommand_from doctor' -l json -d 'print one JSON object'
complete -c cordon -n '__fish_seen_subcommand_from doctor' -l fresh -d 'ask the machine again'
complete -c cordon -n '__fish_seen_subcommand_from doctor' -l help -d 'show the options'
complete -c cordon -n '__fish_seen_subcommand_from backends' -l json -d 'print one JSON object'
complete -c cordon -n '__fish_seen_subcommand_from backends' -l help -d 'show the options'

complete -c cordon -n '__fish_seen_subcommand_from image' -a 'status size pull'
complete -c cordon -n '__fish_seen_subcommand_from image' -l json -d 'print JSON objects, one a line'
complete -c cordon -n '__fish_seen_subcommand_from image' -l yes -d 'pull without asking'
complete -c cordon -n '__fish_seen_subcommand_from image' -l help -d 'show the options'

complete -c cordon -n '__fish_seen_subcommand_from settings; and not __fish_seen_subcommand_from get set reset' -a 'get set reset'
complete -c cordon -n '__fish_seen_subcommand_from settings; and __fish_seen_subcommand_from get set' -a 'sandbox backend docker.image hosts time-limit long-time-limit approval-timeout limits.processes limits.memory limits.open-files limits.scratch'
complete -c cordon -n '__fish_seen_subcommand_from settings' -l json -d 'print one JSON object'
complete -c cordon -n '__fish_seen_subcommand_from settings' -l help -d 'show the options'

complete -c cordon -n '__fish_seen_subcommand_from audit' -l last -x -d 'show the newest N lines'
complete -c cordon -n '__fish_seen_subcommand_from audit' -l board -x -d 'only lines of this board'
complete -c cordon -n '__fish_seen_subcommand_from audit' -l job -x -d 'only lines of this job'
complete -c cordon -n '__fish_seen_subcommand_from audit' -l json -d 'print the lines as they are in the log'
complete -c cordon -n '__fish_seen_subcommand_from audit' -l help -d 'show the options'
